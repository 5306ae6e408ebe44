import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openBroker, closeBroker, untilConnected, type BrokerSettings } from '../../src/transport/broker.ts';
import { inspectBroker } from '../../src/transport/inspect-broker.ts';
import { BrokerRefused } from '../../src/transport/topology-errors.ts';
import { needs } from '../needs.ts';
import { aTlsProxy, makeCertificates, type Certificates, type TlsProxy } from '../tls-proxy.ts';
import { startBroker, type TestBroker } from './broker.ts';

needs('rabbitmq', 'openssl').describe('a broker behind an encrypted port', () => {
  let broker: TestBroker;
  let certificates: Certificates;
  let proxy: TlsProxy;
  beforeAll(async () => {
    broker = await startBroker();
    certificates = makeCertificates();
    proxy = await aTlsProxy(broker.settings.port, { certificates });
  }, 120_000);
  afterAll(async () => {
    await proxy.close();
    certificates.remove();
    await broker.remove();
  });
  const settings = (given: Partial<BrokerSettings> = {}): BrokerSettings => ({
    ...broker.settings,
    port: proxy.port,
    tls: true,
    ca_file: certificates.authority,
    ...given,
  });
  const connecting = async (given: Partial<BrokerSettings>): Promise<void> => {
    const connection = openBroker(settings(given), () => undefined);
    await untilConnected(connection, settings(given), AbortSignal.timeout(10_000)).finally(() =>
      closeBroker(connection),
    );
  };

  it('is reached with the authority that signed its certificate', async () => {
    expect(await inspectBroker(settings())).toMatchObject({ kind: 'up' });
  });

  it.each([
    ['that nobody vouches for', () => ({ ca_file: null }), /certificate/],
    ['that another authority signed', () => ({ ca_file: certificates.stranger }), /certificate/],
    ['for another name', () => ({ host: 'localhost' }), /localhost/],
    ['with an authority that cannot be read', () => ({ ca_file: '/nowhere/ca.pem' }), /authority.*\/nowhere\/ca\.pem/],
  ])('is refused at once with a certificate %s', async (_what, given, why) => {
    const refused = await connecting(given()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BrokerRefused);
    expect((refused as Error).message).toMatch(why);
    expect(await inspectBroker(settings(given()))).toMatchObject({ kind: 'down', because: expect.stringMatching(why) });
  });

  it('is not taken for one that speaks plain text, nor the other way round', async () => {
    expect(await inspectBroker(settings({ tls: false, ca_file: null }))).toMatchObject({ kind: 'down' });
    expect(await inspectBroker(settings({ port: broker.settings.port }))).toMatchObject({
      kind: 'down',
      because: expect.stringMatching(/SSL|TLS|wrong version/i),
    });
  });
});
