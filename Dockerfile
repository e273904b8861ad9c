# By name here: deploy/pin-images writes its digest, and those of Compose's other images, to .env.
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci && npm run build
# Again from the lock file, with nothing but what the service itself needs at run time.
# OCR=true adds the recognition of scanned pages, which takes 86 MB (packages/ocr/README.md).
ARG OCR=false
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspace packages/service --workspace packages/e5 $([ "$OCR" != true ] || echo --workspace packages/ocr)
# The runtime of the embedded model comes with its builds for all platforms, 340 MB.
RUN find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 ! -path "*/linux/$(node -p process.arch)" -exec rm -r {} +
# The files of each package are those of its tarball: `files` in its package.json is the only list.
RUN node packages/contract/scripts/copy-packages.mjs /runtime @retrieval/service @retrieval/e5 $([ "$OCR" != true ] || echo @retrieval/ocr) \
 && cp -R --parents package.json LICENSE node_modules deploy/healthcheck.mjs /runtime \
 && node packages/contract/scripts/notice.mjs /runtime/NOTICE

FROM ${NODE_IMAGE}
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
