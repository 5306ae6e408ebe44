import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, afterEach, expect, it } from '@jest/globals';
import { createCheckouts } from '../../src/sandbox/checkout.ts';
import { freePort } from '../../src/temporal/free-port.ts';
import { needs } from '../needs.ts';
import { never } from './hand-made-checkout.ts';
import { makeFolder, makeRepository, sourceOf } from './real-repository.ts';

/** An ssh server of our own on a loopback port, with one host key and one key that it lets in. */
interface SshServer {
  port: number;
  key: string;
  knownHosts: string;
  stop: () => Promise<void>;
}

async function startSshServer(dir: string): Promise<SshServer> {
  const at = (name: string): string => join(dir, name);
  for (const name of ['host', 'user', 'stranger'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)], { stdio: 'pipe' });
  const port = await freePort();
  const lines = [
    ...['ListenAddress 127.0.0.1', `Port ${port}`, `HostKey ${at('host')}`, `AuthorizedKeysFile ${at('user.pub')}`],
    ...['StrictModes no', 'UsePAM no', 'PasswordAuthentication no', 'PermitRootLogin yes', `PidFile ${at('pid')}`],
  ];
  writeFileSync(at('sshd_config'), `${lines.join('\n')}\n`);
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  writeFileSync(at('known_hosts'), `[127.0.0.1]:${port} ${readFileSync(at('host.pub'), 'utf8')}`);
  const server = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', at('sshd_config')], { stdio: 'ignore' });
  await untilItAnswers(server, port);
  return {
    port,
    key: at('user'),
    knownHosts: at('known_hosts'),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
    },
  };
}

async function untilItAnswers(server: ChildProcess, port: number): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    if (server.exitCode !== null) throw new Error(`sshd ended with ${server.exitCode}`);
    try {
      execFileSync('ssh-keyscan', ['-T', '1', '-p', String(port), '127.0.0.1'], { stdio: 'pipe' });
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('sshd does not answer');
}

needs('sshd').describe('a repository behind ssh', () => {
  let dir: string;
  let server: SshServer;
  let origin: ReturnType<typeof makeRepository>;
  beforeAll(async () => {
    dir = makeFolder('lex-ssh-');
    server = await startSshServer(dir);
    origin = makeRepository();
  });
  afterAll(async () => {
    await server.stop();
    origin.remove();
    rmSync(dir, { recursive: true });
  });
  afterEach(() => {
    delete process.env.GIT_SSH_COMMAND;
    rmSync(join(dir, 'work'), { recursive: true, force: true });
  });

  const address = (): string => `ssh://${userInfo().username}@127.0.0.1:${server.port}${origin.dir}`;
  /** The operator's own command, as a worker's environment would have it. */
  const by = (key: string, knownHosts: string): void => {
    const options = ['IdentitiesOnly=yes', 'StrictHostKeyChecking=yes', `UserKnownHostsFile=${knownHosts}`];
    const flags = options.map((option) => `-o ${option}`).join(' ');
    process.env.GIT_SSH_COMMAND = `ssh -F /dev/null -i ${key} ${flags}`;
  };
  const resolve = () => createCheckouts({ baseDir: join(dir, 'work') }).resolveChange(sourceOf(address()), never);

  it('is fetched from with the key that the worker’s own ssh command names', async () => {
    by(server.key, server.knownHosts);
    expect(await resolve()).toMatchObject({ headSha: origin.head, baseSha: origin.base });
  });

  it.each([
    ['a key that is not let in', () => by(join(dir, 'stranger'), server.knownHosts), /Permission denied/],
    ['a host that nobody vouches for', () => by(server.key, '/dev/null'), /Host key verification failed/],
    ['no key at all', () => undefined, /Host key verification failed|Permission denied/],
  ])('fails soon, and asks nobody, with %s', async (_what, arrange, why) => {
    arrange();
    const began = Date.now();
    await expect(resolve()).rejects.toThrow(why);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it('is not waited for without end where a host takes the connection and says nothing', async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const source = sourceOf(`ssh://git@127.0.0.1:${port}/x.git`);
    await expect(createCheckouts({ baseDir: join(dir, 'work') }).resolveChange(source, never)).rejects.toThrow();
    silent.close();
  });
});
