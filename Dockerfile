# A control plane in a container: docker build --tag trestle . && docker run --publish 6443:6443 --volume trestle:/data trestle
# The store and the keys are in /data. The kubeconfig: docker exec CONTAINER trestle kubeconfig --data-dir=/data
FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && node tools/release/build-tree.mjs /trestle
RUN mkdir /data && ln -s /trestle/lib/app/main.js /usr/local/bin/trestle && chmod +x /trestle/lib/app/*.js

# Without npm, and without what the build needs.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /usr/local/bin/trestle /usr/local/bin/trestle
COPY --from=build /trestle /trestle
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
