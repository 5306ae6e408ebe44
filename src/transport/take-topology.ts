import type { Connection } from 'rabbitmq-client';
import { errorCode } from './error-code.ts';
import { TopologyMismatch, TopologyMissing } from './topology-errors.ts';
import { BINDINGS, TOPOLOGY, type Part } from './topology.ts';

/**
 * Looks passively whether each part is there, and declares only what is not, with the fleet's own arguments. Returns the names of what
 * was declared. Without `declare` what is there is taken as it is. Throws `TopologyMismatch` and `TopologyMissing`.
 */
export async function takeTopology(broker: Connection, { declare }: { declare: boolean }): Promise<string[]> {
  const missing: Part[] = [];
  for (const part of TOPOLOGY) if (!(await isThere(broker, part))) missing.push(part);
  if (!declare && missing.length > 0) throw new TopologyMissing(missing);
  if (!declare) return [];
  for (const part of TOPOLOGY) await declareEqual(broker, part, missing.includes(part));
  for (const binding of BINDINGS) await bind(broker, binding);
  return missing.map(({ name }) => name);
}

async function isThere(broker: Connection, part: Part): Promise<boolean> {
  try {
    if (part.kind === 'queue') await broker.queueDeclare({ queue: part.name, passive: true });
    else await broker.exchangeDeclare({ exchange: part.name, type: part.type, passive: true });
    return true;
  } catch (error) {
    if (errorCode(error) === 'NOT_FOUND') return false;
    throw error;
  }
}

/** Declaring what is there changes nothing: the broker compares. Whoever may not declare takes it as it is. */
async function declareEqual(broker: Connection, part: Part, isMissing: boolean): Promise<void> {
  try {
    if (part.kind === 'queue') {
      await broker.queueDeclare({ queue: part.name, durable: true, arguments: { ...part.arguments } });
    } else await broker.exchangeDeclare({ exchange: part.name, type: part.type, durable: true });
  } catch (error) {
    if (errorCode(error) === 'PRECONDITION_FAILED') throw new TopologyMismatch(part, (error as Error).message);
    if (errorCode(error) !== 'ACCESS_REFUSED') throw error;
    if (isMissing) throw new TopologyMissing([part]);
  }
}

/** A binding cannot be looked at, and making it twice is one. Without the right to it, it is the fleet's to make. */
async function bind(broker: Connection, binding: (typeof BINDINGS)[number]): Promise<void> {
  try {
    await broker.queueBind({ ...binding });
  } catch (error) {
    if (errorCode(error) !== 'ACCESS_REFUSED') throw error;
  }
}
