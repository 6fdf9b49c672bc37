"""Secrets that can be told wherever they turn up."""

import secrets

# Every secret and key that the tests draw begins like this, so that a leak is found by looking for
# it in what the server sends, logs and keeps.
MARK = "e2e-secret-"


def draw():
    return MARK + secrets.token_urlsafe(18)
