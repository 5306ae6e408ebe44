import { createServer } from 'node:net';

/** A loopback port that nobody listens on now: the wanted one where that is so. Somebody may take it a moment later: who uses it must try again. */
export async function freePort(wanted = 0): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('The loopback interface gave no port.'));
      });
    });
  });
}
