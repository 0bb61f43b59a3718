# Rondo: one image for every role. The server runs its TypeScript as it is; only the browser's files are built.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /rondo
COPY . .
RUN npm ci && npm run build

FROM node:24.21.0-bookworm-slim
WORKDIR /rondo
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY projections/package.json projections/
COPY services/package.json services/
COPY tools/package.json tools/
COPY web/package.json web/
# PostgreSQL is a server of its own here, and Node is the image's: no optional packages.
RUN npm ci --omit=dev --omit=optional && npm cache clean --force
COPY --from=build /rondo/contracts contracts
COPY --from=build /rondo/projections projections
COPY --from=build /rondo/services services
COPY --from=build /rondo/web/dist web/dist
USER node
# As in `npm start`: the C library keeps two arenas and gives freed memory back.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 3000
CMD ["node", "services/main.ts"]
