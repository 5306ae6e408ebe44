import { describe, expect, it } from '@jest/globals';
import { readMessage, type IncomingMessage } from '../../src/transport/message-in.ts';
import { aWorkItem } from '../builders/a-work-item.ts';

const item = aWorkItem();
const other = aWorkItem({ work_item_id: '11111111-2222-4333-8444-555555555555' });

function read(message: Partial<IncomingMessage>) {
  return readMessage({ body: { work_item: item }, ...message });
}
function reasonOf(message: Partial<IncomingMessage>): string {
  const reading = read(message);
  return reading.kind === 'unreadable' ? reading.reason : 'it was read';
}
function foundIn(body: unknown): unknown {
  const reading = read({ body });
  return reading.kind === 'work-item' ? reading.workItem : reading.reason;
}

describe('a message from the fleet', () => {
  it.each<[string, unknown]>([
    ['work_item', { work_item: item }],
    ['results', { results: { success: true, work_item: item } }],
    ['results as JSON text', { results: JSON.stringify({ work_item: item }) }],
    ['args', { args: { work_item: item } }],
    ['args as JSON text', { args: JSON.stringify({ work_item: item }) }],
    ['results, where work_item is null', { work_item: null, results: { work_item: item } }],
    ['args, where results are no JSON', { results: 'done', args: { work_item: item } }],
  ])('holds its work item in %s', (_, body) => {
    expect(foundIn(body)).toEqual(item);
  });

  it('takes the first of work_item, results and args, as a runner of the fleet does', () => {
    expect(foundIn({ work_item: item, results: { work_item: other }, args: { work_item: other } })).toEqual(item);
    expect(foundIn({ results: { work_item: item }, args: { work_item: other } })).toEqual(item);
  });

  it('never falls back to another work item where the first is a bad one', () => {
    expect(foundIn({ work_item: { work_item_id: 3 }, results: { work_item: item } })).toBe('invalid-work-item');
  });

  it.each<[string, Partial<IncomingMessage>, string]>([
    ['encrypted bytes', { contentEncoding: 'encrypted/cs', body: Buffer.from('x') }, 'encrypted'],
    ['an encrypted body that looks like JSON', { contentEncoding: 'encrypted/cs' }, 'encrypted'],
    ['an unknown encoding', { contentEncoding: 'gzip', body: Buffer.from('{}') }, 'encoding'],
    ['bytes that are no JSON', { body: Buffer.from('{') }, 'not-json'],
    ['an empty body', { body: Buffer.alloc(0) }, 'not-json'],
    ['a text that is no JSON', { body: 'hello' }, 'not-json'],
    ['null', { body: null }, 'no-work-item'],
    ['a work item as a list', { body: { work_item: [item] } }, 'invalid-work-item'],
    [
      'a polluting key',
      { body: JSON.stringify({ work_item: item }).replace('"title"', '"__proto__"') },
      'invalid-work-item',
    ],
    [
      'a work item that was shipped',
      { body: { work_item: aWorkItem({ pipeline: { stage: 'shipped' } }) } },
      'invalid-work-item',
    ],
  ])('is unreadable with %s', (_, message, reason) => {
    expect(reasonOf(message)).toBe(reason);
  });

  it('is read up to the limit of the fleet, and not one byte over it', () => {
    const padded = (bytes: number) => {
      const body = { work_item: item, padding: '' };
      return { ...body, padding: 'x'.repeat(bytes - JSON.stringify(body).length) };
    };
    expect(reasonOf({ body: padded(1_048_576) })).toBe('it was read');
    expect(reasonOf({ body: padded(1_048_577) })).toBe('too-large');
    expect(reasonOf({ body: Buffer.from(JSON.stringify(padded(1_048_576))) })).toBe('it was read');
    expect(reasonOf({ body: Buffer.from(JSON.stringify(padded(1_048_577))) })).toBe('too-large');
  });

  it('tells every bad field and no value of it', () => {
    const reading = read({ body: { work_item: { ...item, repo: { owner: 'sec/ret', name: 'x y' } } } });
    expect(reading).toMatchObject({ kind: 'unreadable', detail: expect.stringMatching(/repo\.owner.*repo\.name/) });
    expect(JSON.stringify(reading)).not.toMatch(/sec\/ret|x y/);
  });

  it('hands on ids as the numbers and booleans that they are', () => {
    const headers = { task_id: 90412, debug: false, region: 'eu', 'x-legion-version': '1.4' };
    expect(read({ headers, priority: 3 })).toMatchObject({
      message: { headers, correlation_id: '90412', priority: 3 },
    });
    expect(read({ headers: { ...headers, parent_id: 7 } })).toMatchObject({ message: { correlation_id: '7' } });
    expect(read({ headers, correlationId: 'c-1' })).toMatchObject({ message: { correlation_id: 'c-1' } });
  });
});
