import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckoutSource } from '../../src/domain/plan.ts';

/** A folder that the sandbox's user can walk through, removed by the test. */
export function makeFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

export function git(dir: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=Dev',
    '-c',
    'user.email=dev@example.test',
    '-c',
    'protocol.file.allow=always',
    '-c',
    'commit.gpgsign=false',
  ];
  return execFileSync('git', ['-C', dir, ...identity, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

export function write(dir: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
}

export function commit(dir: string, files: Record<string, string>, message = 'change'): string {
  for (const [path, content] of Object.entries(files)) write(dir, path, content);
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '--allow-empty', '-m', message);
  return git(dir, 'rev-parse', 'HEAD');
}

/** A repository with `main`, and a branch `fix` that is one commit ahead. */
export function makeRepository(): { dir: string; base: string; head: string; remove: () => void } {
  const dir = makeFolder('lex-origin-');
  git(dir, 'init', '-q', '-b', 'main');
  const base = commit(
    dir,
    { 'lib/a.rb': 'A = 1\n', 'lib/b.rb': 'B = 1\nB2 = 2\nB3 = 3\n', 'README.md': 'read me\n' },
    'first',
  );
  git(dir, 'checkout', '-q', '-b', 'fix');
  const head = commit(dir, { 'lib/a.rb': 'A = 2\n' });
  return { dir, base, head, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export function sourceOf(cloneUrl: string, more: Partial<CheckoutSource> = {}): CheckoutSource {
  return { cloneUrl, branch: 'fix', prNumber: null, defaultBranch: 'main', headSha: null, ...more };
}

/** git's own server over http, which lets in only who sends this header. */
export async function serveOverHttp(
  root: string,
  authorization: string | null,
): Promise<{ url: string; seen: string[]; close: () => void; server: Server }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? 'none');
    if (authorization !== null && request.headers.authorization !== authorization) {
      response
        .writeHead(401, { 'www-authenticate': 'Basic realm="forge"' })
        .end(`you said ${request.headers.authorization ?? ''}`);
      return;
    }
    const url = new URL(request.url ?? '/', 'http://x');
    const backend = spawn('/usr/lib/git-core/git-http-backend', [], {
      env: {
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: (request.headers['git-protocol'] as string | undefined) ?? '',
        REMOTE_USER: 'x',
        PATH: process.env.PATH,
        HOME: root,
      },
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    backend.on('close', () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf('\r\n\r\n');
      const headers = Object.fromEntries(
        all
          .subarray(0, end)
          .toString()
          .split('\r\n')
          .map((line) => line.split(/: (.*)/).slice(0, 2)) as [string, string][],
      );
      const status = Number.parseInt(headers.Status ?? '200', 10);
      delete headers.Status;
      response.writeHead(status, headers).end(all.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, seen, close: () => server.close(), server };
}
