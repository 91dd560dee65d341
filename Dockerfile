# A Conclave worker. Build it with `docker compose build worker`, or directly:
#   docker build --build-arg AGENT_PACKAGES='@google/gemini-cli@0.61.0' -t conclave:0.1.0 .
# `deploy/try` builds and starts the image.

FROM debian:trixie-20260803-slim AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates curl git openjdk-21-jdk-headless \
 && rm -rf /var/lib/apt/lists/*
# For a Maven mirror: Maven's options, and the URL from which mvnw downloads Maven.
ARG MAVEN_ARGS=""
ARG MVNW_REPOURL=""
WORKDIR /src
COPY . .
RUN ./mvnw -B -ntp -q -Dmaven.test.skip=true -P fast -pl client,worker -am package \
 && mkdir /app \
 && cp client/target/lib/*.jar client/target/conclave-client-*.jar /app \
 && cp worker/target/lib/*.jar worker/target/conclave-worker-*.jar /app \
 && rm -f /app/*-tests.jar

FROM debian:trixie-20260803-slim
ARG AGENT_PACKAGES=""
RUN apt-get update \
 && apt-get install --yes --no-install-recommends \
      bubblewrap ca-certificates curl git openjdk-21-jre-headless openssh-client tini \
 && if [ -n "$AGENT_PACKAGES" ]; then \
      apt-get install --yes --no-install-recommends nodejs npm \
      && npm install --global --no-audit --no-fund $AGENT_PACKAGES \
      && npm cache clean --force; \
    fi \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --create-home --shell /usr/sbin/nologin conclave \
 && install --directory --mode=0700 --owner=conclave --group=conclave /data
COPY --from=build /app /app
COPY deploy/conclave /usr/local/bin/
ENV CONCLAVE_HOME=/data LC_ALL=C.UTF-8
USER conclave
WORKDIR /home/conclave
VOLUME /data
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s --retries=4 \
  CMD ["curl", "--fail", "--silent", "--show-error", "http://127.0.0.1:9464/healthz"]
# An init reaps orphans of agent CLIs and forwards TERM.
ENTRYPOINT ["tini", "-s", "--", "conclave"]
CMD ["worker"]
