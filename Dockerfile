# A control plane in a container: docker build --tag trestle . && docker run --publish 6443:6443 --volume trestle:/data trestle
# The store and the keys are in /data. The kubeconfig: docker exec CONTAINER trestle kubeconfig --data-dir=/data
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && node tools/release/build-tree.mjs /image/trestle
# COPY keeps a link within a directory; one that it is given by name would become a file.
RUN mkdir -p /data /image/usr/local/bin && ln -s /trestle/lib/app/main.js /image/usr/local/bin/trestle && \
    cp /usr/local/bin/node /image/usr/local/bin/ && chmod +x /image/trestle/lib/app/*.js

# Without npm, and without what the build needs.
FROM debian:bookworm-slim
COPY --from=build /image /
COPY --from=build --chown=65532:65532 /data /data
# The user has no entry in /etc/passwd.
ENV HOME=/data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 6443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --start-period=10s CMD ["/usr/local/bin/trestle", "status", "--data-dir=/data"]
ENTRYPOINT ["/usr/local/bin/node", "/trestle/lib/app/main.js"]
CMD ["start", "--data-dir=/data", "--bind-address=0.0.0.0"]
