import { z } from 'zod';

/** Of the Compose Specification, the keys that our file may use, strictly: a misspelt one would be refused, or passed over. */
const duration = z.string().regex(/^\d+(s|m|h)$/);
const name = z.string().regex(/^[a-zA-Z0-9._-]+$/);
const words = z.array(z.string().min(1)).min(1);
/** Strings only: YAML would make a number or a boolean of a bare one, and Compose refuses booleans. */
const environment = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string());

const healthcheck = z.strictObject({
  test: z.tuple([z.enum(['CMD', 'CMD-SHELL'])], z.string()),
  interval: duration,
  timeout: duration,
  retries: z.int().positive(),
  start_period: duration,
});

const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);

const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  command: words.optional(),
  entrypoint: words.optional(),
  hostname: name.optional(),
  depends_on: z.record(name, z.strictObject({ condition })).optional(),
  environment: environment.optional(),
  ports: z.array(z.string()).optional(),
  volumes: words.optional(),
  tmpfs: words.optional(),
  networks: words,
  security_opt: words.optional(),
  cap_drop: words.optional(),
  read_only: z.boolean().optional(),
  init: z.boolean().optional(),
  stop_grace_period: duration.optional(),
  healthcheck: healthcheck.optional(),
  restart: z.string().regex(/^(no|always|unless-stopped|on-failure(:\d+)?)$/),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
});

export const composeSchema = z.strictObject({
  name,
  'x-logging': z.unknown(),
  services: z.record(name, service),
  volumes: z.record(name, z.null()),
  networks: z.record(name, z.null()),
});

export type ComposeService = z.output<typeof service>;
