# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci && npm run build
# Again from the lock file, with nothing but what the service itself needs at run time.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspace packages/service
RUN rm -rf packages/contract packages/bench packages/demo \
 && mkdir /runtime \
 && cp -R --parents package.json LICENSE node_modules \
      packages/*/package.json packages/*/dist packages/service/bin \
      deploy/healthcheck.mjs /runtime

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
# The service refuses a data directory that others can enter.
RUN install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /app
# Owned by root, so that the service cannot change its own code.
COPY --from=build /runtime ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "packages/service/bin/retrieval.js"]
CMD ["serve"]
