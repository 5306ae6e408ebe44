import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A door in front of a server of this machine, which can be shut as if the server were gone. */
export interface TestProxy {
  address: string;
  /** Breaks what is open and lets nobody in. */
  shut: () => Promise<void>;
  open: () => Promise<void>;
}

export async function aProxy(target: string): Promise<TestProxy> {
  const [host, targetPort] = target.split(':');
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const server: Server = createServer((inbound) => {
    const outbound = connect(Number(targetPort), host ?? '127.0.0.1');
    [inbound, outbound].forEach(keep);
    inbound.pipe(outbound).pipe(inbound);
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    shut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.forEach((socket) => socket.destroy());
      await closed;
    },
    open: () => listen(port),
  };
}
