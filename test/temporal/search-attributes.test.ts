import { describe, expect, it } from '@jest/globals';
import { SEARCH_ATTRIBUTES } from '../../src/domain/search-attributes.ts';
import { knownSearchAttributes, registerSearchAttributes } from '../../src/temporal/search-attributes.ts';
import type { OperatorConnection } from '../../src/temporal/search-attributes.ts';
import { testServer } from '../temporal.ts';

const NAMES = Object.keys(SEARCH_ATTRIBUTES);

/** A server that knows these attributes, and answers a wish for more in the given way. */
function serverWith(customAttributes: Record<string, number>, add: () => Promise<unknown> = () => Promise.resolve({})) {
  const asked: unknown[] = [];
  const operatorService = {
    listSearchAttributes: () => Promise.resolve({ customAttributes }),
    addSearchAttributes: (request: unknown) => (asked.push(request), add()),
  };
  return { asked, connection: { operatorService } as unknown as OperatorConnection };
}

describe('search attributes on a real server', () => {
  const server = testServer();

  it('are known over the connection of a client and of a worker', async () => {
    expect(await knownSearchAttributes(server.client.connection, server.namespace)).toEqual(NAMES);
    expect(await knownSearchAttributes(server.connection, server.namespace)).toEqual(NAMES);
  });

  it('may be registered again', async () => {
    expect(await registerSearchAttributes(server.connection, server.namespace)).toEqual({
      kind: 'registered',
      names: [],
    });
  });

  it('are refused as a value where the namespace is not there', async () => {
    expect(await registerSearchAttributes(server.connection, 'no-such-namespace')).toMatchObject({
      kind: 'not-registered',
    });
  });
});

describe('search attributes', () => {
  it('of another type are not known: writing one would stall the run', async () => {
    const { connection } = serverWith({ LexVerdict: 2, LexScore: 2, LexAttempt: 3 });
    expect(await knownSearchAttributes(connection, 'default')).toEqual(['LexVerdict', 'LexAttempt']);
  });

  it('that are lacking are asked for, and no others', async () => {
    const { connection, asked } = serverWith({ LexVerdict: 2, LexRepository: 2, LexWorkItem: 2, LexPullRequest: 3 });
    const registration = await registerSearchAttributes(connection, 'fleet');
    expect(registration).toEqual({ kind: 'registered', names: ['LexAttempt', 'LexScore'] });
    expect(asked).toEqual([{ namespace: 'fleet', searchAttributes: { LexAttempt: 3, LexScore: 4 } }]);
  });

  it('that another worker registered meanwhile are no error', async () => {
    const { connection } = serverWith({}, () => Promise.reject(Object.assign(new Error('there'), { code: 6 })));
    expect(await registerSearchAttributes(connection, 'default')).toEqual({ kind: 'registered', names: [] });
  });

  it('that may not be registered stop nobody, and it is told why', async () => {
    const { connection } = serverWith({}, () => Promise.reject(Object.assign(new Error('not yours'), { code: 7 })));
    expect(await registerSearchAttributes(connection, 'default')).toEqual({
      kind: 'not-registered',
      because: 'not yours',
    });
  });
});
