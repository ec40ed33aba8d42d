# Lapse for a PostgreSQL of your own: without the embedded server, without tools, as nobody.
#   docker build -t lapse .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json LICENSE ./
COPY scripts ./scripts
COPY packages ./packages
COPY dashboard ./dashboard
COPY src ./src
RUN node scripts/bootstrap.mjs build
RUN node scripts/image-tree.mjs /image

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Lapse" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000
WORKDIR /app
COPY --from=build /image ./
# A number, so that Kubernetes can tell that it is not root. Nothing in the image belongs to it, nothing is written.
USER 10001:10001
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "/app/health.mjs"]
ENTRYPOINT ["node", "/app/dist/cli/lapse.js"]
CMD ["serve"]
