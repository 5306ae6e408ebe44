import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectClient, connectNative, temporalTarget, type TemporalSettings } from '../../src/temporal/connect.ts';
import { TemporalUnreachable } from '../../src/temporal/temporal-unreachable.ts';
import { needs } from '../needs.ts';
import { testServer } from '../temporal.ts';
import { aTlsProxy, makeCertificates, type Certificates, type TlsProxy } from '../tls-proxy.ts';

type Tls = TemporalSettings['tls'];

needs('openssl').describe('a Temporal server behind an encrypted port', () => {
  const server = testServer();
  let certificates: Certificates;
  let open: TlsProxy;
  let strict: TlsProxy;
  beforeAll(async () => {
    certificates = makeCertificates();
    const port = Number(server.address.split(':')[1]);
    open = await aTlsProxy(port, { certificates, alpn: ['h2'] });
    strict = await aTlsProxy(port, { certificates, alpn: ['h2'], asksForClient: true });
  });
  afterAll(async () => {
    await open.close();
    await strict.close();
    certificates.remove();
  });

  const target = (proxy: TlsProxy, tls: Partial<Tls>, host = '127.0.0.1') =>
    temporalTarget({
      address: `${host}:${proxy.port}`,
      namespace: server.namespace,
      api_key: null,
      tls: { enabled: true, server_name: null, ca_file: null, cert_file: null, key_file: null, ...tls },
    });
  /** As the command line and the bridge do, and as a worker does. */
  const reach = async (to: ReturnType<typeof target>): Promise<void> => {
    const client = await connectClient(to);
    await client.workflowService.getSystemInfo({}).finally(() => client.connection.close());
    await (await connectNative(to)).close();
  };
  const refusals = async (to: ReturnType<typeof target>): Promise<unknown[]> =>
    Promise.all([connectClient(to), connectNative(to)].map((one) => one.catch((error: unknown) => error)));

  it('is reached with the authority that signed its certificate', async () => {
    await reach(target(open, { ca_file: certificates.authority }));
  });

  it('is reached by another name than its certificate has, once that name is given', async () => {
    const tls = { ca_file: certificates.authority };
    const errors = await refusals(target(open, tls, 'localhost'));
    for (const error of errors) expect(error).toBeInstanceOf(TemporalUnreachable);
    await reach(target(open, { ...tls, server_name: 'gate.test' }, 'localhost'));
  });

  it('is reached with a certificate of ours where it asks for one, and not without', async () => {
    const tls = { ca_file: certificates.authority };
    await reach(target(strict, { ...tls, cert_file: certificates.client.cert, key_file: certificates.client.key }));
    for (const error of await refusals(target(strict, tls))) expect(error).toBeInstanceOf(TemporalUnreachable);
  });

  it.each([
    ['nobody vouches for', () => ({})],
    ['another authority signed', () => ({ ca_file: certificates.stranger })],
  ])('is not reached, within seconds, with a certificate that %s', async (_what, tls) => {
    const began = Date.now();
    for (const error of await refusals(target(open, tls()))) {
      expect(error).toBeInstanceOf(TemporalUnreachable);
      expect((error as Error).message).toMatch(new RegExp(`127\\.0\\.0\\.1:${open.port}[^]*temporal\\.tls.*ca_file`));
    }
    expect(Date.now() - began).toBeLessThan(15_000);
  });
});
