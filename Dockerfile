# The server in a container:
#   docker build -t morris .
#   docker run -p 8080:8080 -v morris:/var/lib/morris morris
# deploy/compose.yaml does the same; deploy/README.md tells the rest.

FROM debian:12-slim AS build
WORKDIR /src
COPY deploy/install deploy/packages deploy/
RUN deploy/install build
COPY . .
RUN deploy/build && cmake --install build/release --prefix /usr/local --strip

FROM debian:12-slim
COPY deploy/install deploy/packages /tmp/deploy/
RUN /tmp/deploy/install run && rm -rf /tmp/deploy /var/lib/apt/lists/*
RUN useradd --system --user-group --home-dir /var/lib/morris morris \
    && install --directory --owner=morris --group=morris --mode=700 /var/lib/morris
COPY --from=build /usr/local/bin/morris-server /usr/local/bin/morris /usr/local/bin/
USER morris
ENV MORRIS_LISTEN=0.0.0.0 MORRIS_PORT=8080 MORRIS_DATA=/var/lib/morris
VOLUME /var/lib/morris
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["morris-server", "healthcheck"]
ENTRYPOINT ["morris-server"]
