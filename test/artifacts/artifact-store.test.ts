import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createArtifactStore } from '../../src/artifacts/artifact-store.ts';

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'lex-artifacts-')), 'store');
});
afterEach(() => {
  rmSync(join(dir, '..'), { recursive: true });
});

function pathOf(digest: string): string {
  const hex = digest.slice(7);
  return join(dir, 'sha256', hex.slice(0, 2), hex);
}

describe('the artifact store', () => {
  it('gives back the very bytes, by their digest', async () => {
    const store = createArtifactStore(dir);
    const reference = await store.store('test output', 'ümläut\n');
    expect(reference).toEqual({
      title: 'test output',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      bytes: 9,
    });
    expect(Buffer.from((await store.read(reference.digest)) ?? '').toString()).toBe('ümläut\n');
  });

  it('keeps the same bytes once, also when many write them at the same time', async () => {
    const store = createArtifactStore(dir);
    const references = await Promise.all(Array.from({ length: 8 }, () => store.store('x', 'the same')));
    const { digest } = references[0]!;
    expect(new Set(references.map((one) => one.digest)).size).toBe(1);
    expect(readdirSync(join(pathOf(digest), '..'))).toEqual([digest.slice(7)]);
  });

  it('does not give out bytes that were changed on the disk, and storing them again mends it', async () => {
    const store = createArtifactStore(dir);
    const { digest } = await store.store('x', 'all tests failed');
    chmodSync(pathOf(digest), 0o600);
    writeFileSync(pathOf(digest), 'all tests passed');
    await expect(store.read(digest)).rejects.toThrow('damaged');
    await store.store('x', 'all tests failed');
    expect(Buffer.from((await store.read(digest)) ?? '').toString()).toBe('all tests failed');
  });

  it('says null for what it does not have, and refuses what is no digest', async () => {
    const store = createArtifactStore(dir);
    expect(await store.read(`sha256:${'0'.repeat(64)}`)).toBeNull();
    for (const odd of [
      '',
      'sha256:../../etc/passwd',
      `sha256:${'0'.repeat(63)}`,
      `sha256:${'0'.repeat(64)}/..`,
      `sha512:${'0'.repeat(64)}`,
    ]) {
      await expect(store.read(odd)).rejects.toThrow('no digest');
    }
  });

  it('cuts what is too long in the middle, says so, and stays under the limit', async () => {
    const store = createArtifactStore(dir, { maxBytes: 1000 });
    const { digest, bytes } = await store.store('x', `begin${'ä'.repeat(5000)}end`);
    const text = Buffer.from((await store.read(digest)) ?? '').toString();
    expect(bytes).toBeLessThanOrEqual(1000);
    expect(text).toMatch(/^beginä+\n\[… cut: 10008 bytes in all, the middle is not kept …\]\nä+end$/);
  });

  it('lets nobody else read', async () => {
    const { digest } = await createArtifactStore(dir).store('x', 'private');
    expect(statSync(pathOf(digest)).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o077).toBe(0);
  });
});
