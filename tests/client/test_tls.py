"""Connections over TLS: whom the client trusts, and whom it does not."""

import ssl
import subprocess

import pytest

from conftest import Client
from fake_server import FakeServer


def certificate(folder, name, names):
    """A certificate that vouches for itself, and its key, as one PEM file."""
    path = folder / f"{name}.pem"
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName={names}",
         "-keyout", "-", "-out", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    path.write_bytes(made.stdout)
    return path


@pytest.fixture(name="serve")
def serve_fixture(tmp_path):
    """serve(names) runs a TLS server with a certificate for these names."""
    servers = []

    def serve(names):
        path = certificate(tmp_path, f"server{len(servers)}", names)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        servers.append(FakeServer(tls=context))
        return servers[-1], path

    yield serve
    for server in servers:
        server.stop()


def test_a_server_whose_certificate_is_trusted_is_connected_to(serve, tmp_path):
    server, path = serve("DNS:localhost,IP:127.0.0.1")
    client = Client(server.port, tmp_path)
    for host in ("localhost", "127.0.0.1"):
        run = client.start("list", "--ca", str(path), server=f"wss://{host}:{server.port}",
                           stdin=subprocess.DEVNULL)
        connection = server.accept()
        connection.greet()
        request = connection.receive()
        connection.send({"type": "tables", "id": request["id"], "open": [], "live": []})
        out, err = run.communicate(timeout=20)
        assert (run.returncode, err) == (0, ""), out


def test_a_certificate_that_nobody_vouches_for_is_refused(serve, tmp_path):
    server, _ = serve("DNS:localhost")
    _, other = serve("DNS:localhost")
    client = Client(server.port, tmp_path)
    for more in ([], ["--ca", str(other)]):
        code, _, err = client.run("list", *more, server=f"https://localhost:{server.port}")
        assert code == 3 and "certificate is not good" in err


def test_a_certificate_for_another_name_is_refused(serve, tmp_path):
    server, path = serve("DNS:example.org")
    client = Client(server.port, tmp_path)
    code, _, err = client.run("list", "--ca", str(path), server=f"wss://localhost:{server.port}")
    assert code == 3 and "certificate is not good" in err


def test_no_downgrade_to_a_connection_without_tls(serve, tmp_path):
    server = FakeServer()
    client = Client(server.port, tmp_path)
    code, _, err = client.run("list", server=f"wss://localhost:{server.port}")
    server.stop()
    assert code == 3 and "no TLS connection" in err
