# The portal of one town in a container, with the contents of the Debian package. First: npm run package
#   docker build -t portal-municipal .
#   docker run -e ORIGIN=https://villa.example -e TRUST_PROXY=1 -v villa:/var/lib/portal -p 127.0.0.1:3000:3000 portal-municipal
# An https proxy is needed in front. The first password:
#   docker exec … /usr/local/bin/node-portal scripts/reset-password.ts admin
# A backup: docker exec … /usr/local/bin/node-portal scripts/backup.ts
FROM debian:13-slim
COPY package/portal-municipal_*.deb /tmp/
RUN dpkg -i /tmp/portal-municipal_*.deb && rm /tmp/portal-municipal_*.deb \
  && ln -s /usr/lib/portal-municipal/current/bin/node /usr/local/bin/node-portal \
  && useradd --system --uid 900 --home-dir /var/lib/portal --shell /usr/sbin/nologin portal \
  && install -d -o portal -g portal -m 700 /var/lib/portal
USER portal
WORKDIR /usr/lib/portal-municipal/current
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 HOST=0.0.0.0 PORT=3000 DEMO=0 DB_FILE=/var/lib/portal/portal.sqlite \
  UPLOADS_DIR=/var/lib/portal/uploads BACKUP_DIR=/var/lib/portal/backups
VOLUME /var/lib/portal
EXPOSE 3000
HEALTHCHECK CMD ["/usr/local/bin/node-portal", "-e", "fetch('http://127.0.0.1:3000/salud').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["/usr/local/bin/node-portal", "--max-semi-space-size=2", "--expose-gc", "api/main.ts"]
