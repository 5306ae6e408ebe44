import { describe, expect, it } from '@jest/globals';
import { connectClient, connectNative, loopbackTarget, temporalTarget } from '../../src/temporal/connect.ts';
import type { TemporalSettings } from '../../src/temporal/connect.ts';
import { TemporalUnreachable } from '../../src/temporal/temporal-unreachable.ts';
import { testServer } from '../temporal.ts';

const nobody = loopbackTarget({ address: '127.0.0.1:1', namespace: 'default' });
const apiKey = ['key', 'for', 'tests'].join('-');
const settings = (given: Partial<TemporalSettings['tls']> = {}, api_key: string | null = null): TemporalSettings => ({
  address: 'fleet.example:7233',
  namespace: 'fleet',
  api_key,
  tls: { enabled: null, server_name: null, ca_file: null, cert_file: null, key_file: null, ...given },
});

describe('reaching a Temporal server', () => {
  const server = testServer();

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

  it('goes where the settings say, in plain text only where nothing asks for more', () => {
    expect(temporalTarget(settings())).toEqual({ address: 'fleet.example:7233', namespace: 'fleet' });
  });

  it.each([
    ['an API key', settings({}, apiKey)],
    ['an authority', settings({ ca_file: 'ca.pem' })],
    ['a certificate of our own', settings({ cert_file: 'our.pem', key_file: 'our.key' })],
    ['a name to expect', settings({ server_name: 'inner.example' })],
    ['the switch', settings({ enabled: true })],
  ])('is encrypted as soon as there is %s', (_what, given) => {
    expect(temporalTarget(given).tls).toEqual(given.tls);
  });

  it('sends an API key in plain text only where encryption is switched off by name', () => {
    expect(temporalTarget(settings({}, apiKey))).toMatchObject({ apiKey, tls: { enabled: null } });
    expect(temporalTarget(settings({ enabled: false }, apiKey)).tls).toBeUndefined();
  });

  it('names a certificate that cannot be read', async () => {
    const target = temporalTarget(settings({ ca_file: '/nowhere/ca.pem' }));
    await expect(connectClient(target)).rejects.toThrow(/fleet\.example:7233.*\/nowhere\/ca\.pem/);
    await expect(connectNative(target)).rejects.toThrow(TemporalUnreachable);
  });

  it('does not take a server that speaks plain text for an encrypted one', async () => {
    const { address, namespace } = server;
    await expect(connectNative({ ...temporalTarget(settings({ enabled: true })), address, namespace })).rejects.toThrow(
      TemporalUnreachable,
    );
  });
});
