// Healthy while somebody consumes the work items' queue: a bridge that is up and takes nothing leaves them lying.
import { Connection } from 'rabbitmq-client';
import { loadSettings } from '../dist/src/settings.js';

const QUEUE = 'lex.validator.runners.validator';

const { host, port, user, password, vhost, tls } = loadSettings({ env: process.env, cwd: process.cwd() }).transport
  .connection;
const rabbit = new Connection({ hostname: host, port, username: user, password, vhost, tls });
rabbit.on('error', (error) => console.error(error.message));
const { consumerCount } = await rabbit.queueDeclare({ queue: QUEUE, passive: true });
await rabbit.close();
if (consumerCount === 0) {
  console.error(`nobody consumes ${QUEUE}`);
  process.exitCode = 1;
}
