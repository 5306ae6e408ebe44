import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Ending } from './ending.ts';

export const HISTORIES = fileURLToPath(new URL('../histories/', import.meta.url));

/** As protobuf's JSON form has it: payloads in base64, event types by name. */
export interface RecordedHistory {
  events: RecordedEvent[];
}

export interface RecordedEvent {
  eventType: string;
  workflowExecutionStartedEventAttributes?: { workflowId: string };
  workflowExecutionCompletedEventAttributes?: { result: { payloads: [{ data: string }] } };
}

/** Every history that lies in the folder, by its name; none has to be listed anywhere. */
export function recordedShapes(): string[] {
  const names = readdirSync(HISTORIES).filter((name) => name.endsWith('.json') && !name.endsWith('.verdict.json'));
  return names.map((name) => name.slice(0, -'.json'.length)).sort();
}

export function readHistory(shape: string): RecordedHistory {
  return JSON.parse(readFileSync(`${HISTORIES}${shape}.json`, 'utf8')) as RecordedHistory;
}

export function readGolden(shape: string): Ending {
  return JSON.parse(readFileSync(`${HISTORIES}${shape}.verdict.json`, 'utf8')) as Ending;
}

export function workflowIdOf({ events }: RecordedHistory): string {
  const id = events[0]?.workflowExecutionStartedEventAttributes?.workflowId;
  if (id === undefined) throw new Error('The history does not begin with the start of a workflow.');
  return id;
}

/** Refuses a history that is cut so short that a replay of it would prove nothing. */
export function demandTwoTasks(history: RecordedHistory): RecordedHistory {
  const tasks = history.events.filter(({ eventType }) => eventType === 'EVENT_TYPE_WORKFLOW_TASK_COMPLETED').length;
  if (tasks < 2) throw new Error(`A history with ${tasks} completed workflow tasks: nothing to compare with.`);
  return history;
}

/** How the run ended when it was recorded. */
export function recordedEnding({ events }: RecordedHistory): Ending {
  const last = events.at(-1);
  const result = last?.workflowExecutionCompletedEventAttributes?.result.payloads[0].data;
  if (result !== undefined) return { kind: 'completed', result: JSON.parse(decode(result)) as never };
  return { kind: last?.eventType === 'EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED' ? 'cancelled' : 'failed' };
}

/** Everything that a history says, payloads decoded. */
export function plainText(history: RecordedHistory): string {
  const readable = (key: string, value: unknown): unknown =>
    key === 'data' && typeof value === 'string' ? decode(value) : value;
  return JSON.stringify(history, readable);
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
