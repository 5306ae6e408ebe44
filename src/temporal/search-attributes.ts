import type { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../domain/search-attributes.ts';
import type { SearchAttribute } from '../domain/search-attributes.ts';

/** Any connection that reaches the operator's service: the client's and the worker's both do. */
export type OperatorConnection = Pick<Connection, 'operatorService'>;

/** `IndexedValueType` of Temporal's API, where types travel as numbers. */
const TYPE_NUMBERS = { KEYWORD: 2, INT: 3, DOUBLE: 4 } as const;

const NAMES = Object.keys(SEARCH_ATTRIBUTES) as SearchAttribute[];

/** What a try to register came to. Without the right to, a run does without the attributes that are not there. */
export type Registration = { kind: 'registered'; names: string[] } | { kind: 'not-registered'; because: string };

/** The names of ours that the namespace knows with our type: writing any other would stall a run for ever. */
export async function knownSearchAttributes(connection: OperatorConnection, namespace: string): Promise<string[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return NAMES.filter((name) => Number(customAttributes[name]) === TYPE_NUMBERS[SEARCH_ATTRIBUTES[name]]);
}

/** Registers those that the namespace lacks. A managed server may forbid it, which is told and stops nobody. */
export async function registerSearchAttributes(
  connection: OperatorConnection,
  namespace: string,
): Promise<Registration> {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const lacking = NAMES.filter((name) => !(name in customAttributes));
    if (lacking.length === 0) return { kind: 'registered', names: [] };
    const searchAttributes = Object.fromEntries(lacking.map((name) => [name, TYPE_NUMBERS[SEARCH_ATTRIBUTES[name]]]));
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
    return { kind: 'registered', names: lacking };
  } catch (error) {
    if (isAlreadyThere(error)) return { kind: 'registered', names: [] };
    return { kind: 'not-registered', because: (error as { message?: string }).message ?? String(error) };
  }
}

/** Two workers that start at once: the other one was faster (gRPC status 6). */
function isAlreadyThere(error: unknown): boolean {
  return (error as { code?: unknown }).code === 6;
}
