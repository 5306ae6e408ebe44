import { hostname } from 'node:os';
import { z } from 'zod';
import { fleetSettings } from './fleet-settings.ts';
import { flag, port, text } from './kinds.ts';
import { optional, section, setting } from './setting.ts';

const tls = section(
  z
    .object({
      enabled: optional(flag, {
        effect: 'Whether the connection to Temporal is encrypted.',
        byDefault: 'null (on with an API key or a certificate)',
      }),
      server_name: optional(text, { effect: "Name to expect in the server's certificate." }),
      ca_file: optional(text, { path: true, effect: 'File with the certificate authority of the server, PEM.' }),
      cert_file: optional(text, { path: true, effect: 'File with our certificate, PEM.' }),
      key_file: optional(text, { path: true, effect: 'File with the key of our certificate, PEM.' }),
    })
    .refine(
      (given) => (given.cert_file === null) === (given.key_file === null),
      'needs cert_file and key_file together',
    ),
);

const temporal = section(
  z.object({
    address: setting(text, 'localhost:7233', { effect: "Host and port of Temporal's frontend." }),
    namespace: setting(text, 'default', { effect: 'Namespace of the runs.' }),
    task_queue: setting(text, 'lex-validator', { effect: 'Task queue of the workers.' }),
    api_key: optional(text, { effect: 'API key for Temporal Cloud.' }),
    tls,
  }),
);

const broker = section(
  z
    .object({
      host: setting(text, '127.0.0.1', { effect: 'Host of RabbitMQ.' }),
      port: setting(port, 5672, { effect: 'Port of RabbitMQ.' }),
      user: setting(text, 'guest', { effect: 'User name for RabbitMQ.' }),
      password: setting(text, 'guest', { effect: 'Password for RabbitMQ.' }),
      vhost: setting(text, '/', { effect: 'Virtual host of RabbitMQ.' }),
      tls: setting(flag, false, { effect: 'Whether the connection to RabbitMQ is encrypted.' }),
      ca_file: optional(text, {
        path: true,
        effect: 'File with the certificate authority of RabbitMQ, PEM; without one, those that Node knows.',
      }),
    })
    .refine((given) => given.ca_file === null || given.tls, 'has a ca_file, and so needs tls: true'),
  { others: 'tolerated' },
);

/** Every setting that we read, in the shape of the settings file. Other trees at the top are other programs'. */
export const settingsSchema = section(
  z.object({
    fleet: fleetSettings,
    node: section(
      z.object({
        name: setting(text, hostname(), { effect: 'Name of this machine in the trace.', byDefault: 'the host name' }),
      }),
      { others: 'tolerated' },
    ),
    temporal,
    transport: section(z.object({ connection: broker }), { others: 'tolerated', ofTheFleet: ['connected'] }),
  }),
  { others: 'tolerated' },
);

export type Settings = z.output<typeof settingsSchema>;
