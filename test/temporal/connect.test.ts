import { describe, expect, it } from '@jest/globals';
import { connectClient, connectNative, loopbackTarget, temporalTarget } from '../../src/temporal/connect.ts';
import { TemporalUnreachable } from '../../src/temporal/temporal-unreachable.ts';

const nobody = loopbackTarget({ address: '127.0.0.1:1', namespace: 'default' });
const NO_FILE = { HOME: '/nowhere', XDG_CONFIG_HOME: '/nowhere' };

describe('reaching a Temporal server', () => {
  it('says the address and the ways out when nobody answers a worker', async () => {
    const error = await connectNative(nobody).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TemporalUnreachable);
    expect((error as Error).message).toMatch(/127\.0\.0\.1:1[\s\S]*lex-validator up[\s\S]*TEMPORAL_ADDRESS/);
  });

  it('says the same to a client, within seconds', async () => {
    const began = Date.now();
    await expect(connectClient(nobody)).rejects.toThrow(TemporalUnreachable);
    expect(Date.now() - began).toBeLessThan(9_000);
  });

  it('goes to the local server by default', () => {
    expect(temporalTarget(NO_FILE)).toMatchObject({ address: '127.0.0.1:7233', namespace: 'default' });
    expect(temporalTarget(NO_FILE).options.tls).toBeUndefined();
  });

  it('reads the variables of Temporal: address, namespace, key and certificates', () => {
    const apiKey = ['key', 'for', 'tests'].join('-');
    const target = temporalTarget({
      ...NO_FILE,
      TEMPORAL_ADDRESS: 'fleet.example:7233',
      TEMPORAL_NAMESPACE: 'fleet',
      TEMPORAL_API_KEY: apiKey,
      TEMPORAL_TLS_SERVER_NAME: 'inner.example',
    });
    expect(target).toMatchObject({
      address: 'fleet.example:7233',
      namespace: 'fleet',
      options: { address: 'fleet.example:7233', apiKey, tls: { serverNameOverride: 'inner.example' } },
    });
  });
});
