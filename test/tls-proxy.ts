import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** Paths of PEM files: an authority of our own, what it signed for `gate.test` and 127.0.0.1, and for a client. */
export interface Certificates {
  authority: string;
  server: { cert: string; key: string };
  client: { cert: string; key: string };
  /** An authority that signed none of them. */
  stranger: string;
  remove: () => void;
}

/** Made anew for each suite: a key in the repository would be a secret in it, and would run out some day. */
export function makeCertificates(): Certificates {
  const dir = mkdtempSync(join(tmpdir(), 'lex-certificates-'));
  const at = (name: string): string => join(dir, name);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe', cwd: dir });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = (name: string): void =>
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
  const signed = (name: string, extensions: string): void => {
    writeFileSync(at(`${name}.ext`), extensions);
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const by = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...by,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      '-extfile',
      `${name}.ext`,
    );
  };
  authority('authority');
  authority('stranger');
  signed('server', 'subjectAltName=DNS:gate.test,IP:127.0.0.1\n');
  signed('client', 'extendedKeyUsage=clientAuth\n');
  const pair = (name: string) => ({ cert: at(`${name}.pem`), key: at(`${name}.key`) });
  return {
    authority: at('authority.pem'),
    server: pair('server'),
    client: pair('client'),
    stranger: at('stranger.pem'),
    remove: () => rmSync(dir, { recursive: true }),
  };
}

export interface TlsProxy {
  port: number;
  close: () => Promise<void>;
}

export interface TlsProxyOptions {
  certificates: Certificates;
  /** Turns away whoever shows no certificate of the authority. */
  asksForClient?: boolean;
  /** `h2` for gRPC, which is told so in the handshake. */
  alpn?: string[];
}

/** An encrypted door in front of a server of this machine that speaks plain text. */
export async function aTlsProxy(targetPort: number, options: TlsProxyOptions): Promise<TlsProxy> {
  const { certificates, asksForClient = false, alpn } = options;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server = createServer(
    {
      cert: readFileSync(certificates.server.cert),
      key: readFileSync(certificates.server.key),
      ca: readFileSync(certificates.authority),
      requestCert: asksForClient,
      rejectUnauthorized: asksForClient,
      ...(alpn === undefined ? {} : { ALPNProtocols: alpn }),
    },
    (inbound) => {
      const outbound = connect(targetPort, '127.0.0.1');
      [inbound, outbound].forEach(keep);
      inbound.pipe(outbound).pipe(inbound);
    },
  );
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
  };
}
