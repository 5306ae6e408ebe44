import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/domain/evidence.ts';
import { SECRET_PATTERNS } from '../../src/security/rules/secrets.ts';
import { scanFile } from '../../src/security/scan-file.ts';
import type { FileScan } from '../../src/security/scan-input.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function scanNew(path: string, after: string | Uint8Array): Promise<FileScan> {
  return scanFile({
    path,
    change: 'added',
    oldMode: '000000',
    newMode: '100644',
    before: null,
    after: typeof after === 'string' ? encode(after) : after,
  });
}

function scanChanged(path: string, before: string, after: string): Promise<FileScan> {
  return scanFile({
    path,
    change: 'modified',
    oldMode: '100644',
    newMode: '100644',
    before: encode(before),
    after: encode(after),
  });
}

const blocking = (scan: FileScan): Finding[] => scan.findings.filter((finding) => finding.level === 'blocking');
const GITHUB_TOKEN = ['ghp', '_', 'aZ3kQ9xW7bN2mV5cL8tR1yP4sD6fG0hJ1k2L'].join('');
const AWS_ID = ['AKIA', 'Z7QXN4PLM2RTVW3K'].join('');

describe('what could not be scanned is never clean', () => {
  it('does not scan code larger than 512 KiB', async () => {
    expect(await scanNew('lib/a.rb', 'a = 1\n'.repeat(100_000))).toEqual({
      findings: [],
      unscanned: expect.stringMatching(/too large/u),
    });
  });

  it('does not scan text larger than 8 MiB', async () => {
    expect(await scanNew('data.txt', 'a\n'.repeat(5_000_000))).toEqual({
      findings: [],
      unscanned: expect.stringMatching(/too large/u),
    });
  });

  it('blocks a source file with a NUL byte, which Git hides as binary', async () => {
    expect(blocking(await scanNew('lib/a.rb', 'a = 1\0\n'))).toMatchObject([{ rule: 'hidden-text/binary-source' }]);
  });

  it('tells code that no grammar can read as unscanned', async () => {
    const noise = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(40 + ((at * 7919) % 87))).join('');
    expect((await scanNew('lib/a.py', noise)).unscanned).toMatch(/could not be parsed/u);
  });

  it('takes an image as scanned and tells of another binary', async () => {
    expect(await scanNew('logo.png', new Uint8Array([137, 80, 0, 1]))).toEqual({ findings: [] });
    expect((await scanNew('tool.bin', new Uint8Array([127, 69, 0, 1]))).findings).toMatchObject([
      { rule: 'tree/binary', level: 'note' },
    ]);
  });
});

describe('secrets', () => {
  it('are found although a comment tells the scanner to look away', async () => {
    const text = `# secretlint-disable\nx = "${GITHUB_TOKEN}" # secretlint-disable-line\n`;
    expect(blocking(await scanNew('lib/a.rb', text))).toMatchObject([{ rule: 'secret/github', line: 2 }]);
  });

  it('include key ids of AWS', async () => {
    expect(blocking(await scanNew('a.txt', `key ${AWS_ID}\n`))).toMatchObject([{ rule: 'secret/aws' }]);
  });

  for (const secret of SECRET_PATTERNS) {
    it(`include ${secret.id}, in a comment too, and never show it`, async () => {
      const value = secret.sample.join('');
      const scan = await scanNew(
        'lib/a.rb',
        `# ${value.replaceAll('\n', '\n# ')}\nx = 1\n`.replaceAll('# ', secret.id === 'secret/private-key' ? '' : '# '),
      );
      const found = scan.findings.filter((finding) => finding.rule === secret.id);
      expect(found).toMatchObject([{ level: 'blocking', line: 1 }]);
      expect(JSON.stringify(scan)).not.toContain(value.slice(-20));
    });
  }

  it('are masked in the excerpt of every other rule', async () => {
    const scan = await scanNew('lib/a.rb', `eval(code + "${GITHUB_TOKEN}")\n`);
    expect(scan.findings.map((finding) => finding.rule)).toContain('ruby/eval-of-value');
    expect(JSON.stringify(scan)).not.toContain(GITHUB_TOKEN.slice(-12));
  });

  it('are masked where a hard-coded credential is shown', async () => {
    const value = ['s3cr3t', 'Pa55word'].join('!');
    const scan = await scanNew('lib/a.rb', `password = "${value}"\n`);
    expect(scan.findings).toMatchObject([{ rule: 'ruby/hard-coded-credential', excerpt: 'password = "****"' }]);
  });
});

describe('only what the change touched can block', () => {
  const bad = 'eval(code)\n';

  it('drops a finding on an old line', async () => {
    expect((await scanChanged('lib/a.rb', `${bad}a = 1\n`, `${bad}a = 2\n`)).findings).toEqual([]);
  });

  it('keeps a finding on a new line, with its number on the new side', async () => {
    expect((await scanChanged('lib/a.rb', 'a = 1\n', `a = 1\nb = 2\n${bad}`)).findings).toMatchObject([
      { line: 3, side: 'new' },
    ]);
  });

  it('keeps a finding whose call lost a protecting line', async () => {
    const safe = 'yaml.load(\n  text,\n  Loader=yaml.SafeLoader,\n)\n';
    expect(blocking(await scanChanged('a.py', safe, safe.replace('  Loader=yaml.SafeLoader,\n', '')))).toMatchObject([
      { rule: 'python/unsafe-yaml', line: 1 },
    ]);
  });

  it('does not take changed line ends for changed lines', async () => {
    const old = `${bad}a = 1\n`;
    expect((await scanChanged('lib/a.rb', old, old.replaceAll('\n', '\r\n'))).findings).toEqual([]);
  });

  it('counts lines of a file with CRLF', async () => {
    expect((await scanNew('lib/a.rb', `a = 1\r\n${bad.replace('\n', '\r\n')}`)).findings).toMatchObject([
      { line: 2, excerpt: 'eval(code)' },
    ]);
  });

  it('takes every line of a renamed file that is new', async () => {
    const scan = await scanFile({
      path: 'lib/b.rb',
      from: 'lib/a.rb',
      change: 'renamed',
      oldMode: '100644',
      newMode: '100644',
      before: encode(bad),
      after: encode(`${bad}${bad}`),
    });
    expect(blocking(scan)).toHaveLength(1);
  });
});

describe('hostile files', () => {
  it('shows hidden characters of an excerpt as escapes', async () => {
    const [finding] = (await scanNew('lib/a.rb', `x = 1 # ${String.fromCodePoint(0x202e)}y\n`)).findings;
    expect(finding?.excerpt).toContain('\\u{202e}');
  });

  it('ends on deep nesting and on long lines', async () => {
    await scanNew('lib/a.js', `x = ${'['.repeat(50_000)}${']'.repeat(50_000)};\n`);
    const long = await scanNew('lib/b.js', `x = "${'a'.repeat(400_000)}"; eval(y);\n`);
    expect(blocking(long)).toMatchObject([{ rule: 'javascript/eval-of-value' }]);
    expect(long.findings[0]?.excerpt?.length).toBeLessThan(200);
  }, 60_000);
});
