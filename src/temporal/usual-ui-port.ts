import { createHash } from 'node:crypto';

/** Under the ports that systems give out by themselves (32768 and up), so that it is free as a rule. */
const LOWEST = 20_000;
const HOW_MANY = 12_000;

/** The same for a database every time, so that the address of a run leads to it again after a restart; 0, any port, without one. */
export function usualUiPort(database: { file: string } | null): number {
  if (database === null) return 0;
  return LOWEST + (createHash('sha256').update(database.file).digest().readUInt32BE() % HOW_MANY);
}
