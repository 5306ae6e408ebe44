import type { ValidationHandle } from '../../src/client.ts';

type History = Awaited<ReturnType<ValidationHandle['fetchHistory']>>;

/** All that a history holds, with payloads as the text they are: base64 would hide what a search looks for. */
export function historyText(history: History): string {
  return JSON.stringify(history).replace(/"data":"([A-Za-z0-9+/=]+)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
}
