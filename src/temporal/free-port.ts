import { createServer } from 'node:net';

/** A loopback port that nobody listens on now. Somebody may take it a moment later: who uses it must try again. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('The loopback interface gave no port.'));
      });
    });
  });
}
