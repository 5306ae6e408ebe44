# The worker and the bridge, with what the languages' profiles call: git, bubblewrap, Ruby with RSpec and RuboCop, Node.
FROM node:20.20.2-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
RUN npm run build
# Temporal's native part comes for five platforms, about 27 MB each: this image is one of them.
RUN npm prune --omit=dev --ignore-scripts \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 \
    ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  && ls node_modules/@temporalio/core-bridge/releases/*/index.node

FROM node:20.20.2-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends \
    bubblewrap bundler ca-certificates git openssh-client rubocop ruby ruby-rspec \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --create-home --shell /usr/sbin/nologin lex \
  && install -d -o lex -g lex /var/lib/lex-validator
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY docker docker
ENV NODE_ENV=production
USER lex
ENTRYPOINT ["node", "/app/dist/src/cli.js"]
CMD ["worker"]
