import type { Finding } from '../domain/evidence.ts';
import { TEXT_RULES } from './all-rules.ts';
import { excerpt, masked } from './excerpt.ts';
import { isAsset, isTestPath } from './file-kind.ts';
import type { FileView, SideView } from './file-view.ts';
import { fileView } from './file-view.ts';
import { findSecrets } from './find-secrets.ts';
import { matchPatterns } from './match-patterns.ts';
import { countFile } from './count-file.ts';
import type { Content } from './read-text.ts';
import { readText } from './read-text.ts';
import type { FileScan, ScanInput } from './scan-input.ts';
import type { Hit, TextRule } from './scan-rule.ts';
import { unparsedStretches } from './unparsed.ts';

function binaryNote(input: ScanInput): Finding[] {
  return isAsset(input.path) ? [] : [{ file: input.path, ...BINARY }];
}

const HIDDEN_BINARY = {
  rule: 'hidden-text/binary-source',
  why: 'A source file holds a NUL byte, so that Git shows it as binary and nobody reads it. Take the byte out.',
  level: 'blocking',
  side: 'new',
} as const;
const BINARY = {
  rule: 'tree/binary',
  why: 'A binary file that nobody can read. A person should know what it is.',
  level: 'note',
  side: 'new',
} as const;

type Found = Omit<Finding, 'file' | 'line' | 'excerpt'> & {
  start?: number;
  end?: number;
  secret?: boolean;
  credential?: boolean;
};

function isTouched(view: FileView, side: SideView, start: number, end: number): boolean {
  return view.touched.touches(side.lines.lineAt(start), side.lines.lineAt(Math.max(start, end - 1)));
}

function textRuleHits(view: FileView, rule: TextRule): Found[] {
  const isKept = (hit: Hit): boolean =>
    rule.wholeFile === true ||
    view.after === null ||
    isTouched(view, view.after, hit.start ?? 0, hit.end ?? hit.start ?? 0);
  const quiet = rule.noteInTests === true && isTestPath(view.path);
  return rule
    .look(view)
    .filter(isKept)
    .map((hit) => ({
      rule: rule.id,
      why: hit.why ?? rule.why,
      level: quiet ? 'note' : (hit.level ?? rule.level),
      side: hit.side,
      start: hit.start,
      end: hit.end,
      secret: hit.secret,
    }));
}

function toFinding(view: FileView, safeText: string, found: Found): Finding {
  const { rule, why, level, side, start } = found;
  const finding = { file: view.path, side, rule, why, level };
  if (start === undefined || view.after === null) return finding;
  const line = view.after.lines.lineAt(start);
  return { ...finding, line, excerpt: excerpt(view.after, safeText, start, found.credential === true) };
}

async function scanView(view: FileView): Promise<Finding[]> {
  const side = view.after;
  const secrets = side === null ? [] : await findSecrets(view.path, side.text);
  const found: Found[] = TEXT_RULES.flatMap((rule) => textRuleHits(view, rule));
  if (side !== null) {
    for (const secret of secrets)
      if (isTouched(view, side, secret.start, secret.end)) found.push({ ...secret, side: 'new', secret: true });
    for (const { rule, ...match } of matchPatterns(view))
      found.push({
        rule: rule.id,
        why: rule.why,
        side: 'new',
        ...match,
        credential: rule.id.endsWith('/hard-coded-credential'),
      });
    found.push(...unparsedStretches(view));
  }
  const ranges = [...secrets, ...found.filter((one) => one.secret === true)].map(({ start = 0, end = 0 }) => ({
    start,
    end,
  }));
  const safeText = masked(side?.text ?? '', ranges);
  return found.map((one) => toFinding(view, safeText, one));
}

/** What can be said of a file that is not to be read as text; `null` where it is. */
export function scanUnread(input: ScanInput): FileScan | null {
  return unread(input, input.after === null ? null : readText(input.path, input.after));
}

function unread(input: ScanInput, after: Content | null): FileScan | null {
  if (after?.kind === 'too-large') return { findings: [], unscanned: after.because };
  if (after?.kind === 'hidden-binary' || (after?.kind === 'binary' && input.newMode === '120000'))
    return { findings: [{ file: input.path, ...HIDDEN_BINARY }] };
  return after?.kind === 'binary' ? { findings: binaryNote(input) } : null;
}

const textOf = (content: Content | null): string | null => (content?.kind === 'text' ? content.text : null);

/**
 * Scans one file of a change, both sides of it. Pure but slow: parsing cannot be interrupted, so run it in a process that can be killed.
 * Never throws for what a file holds.
 */
export async function scanFile(input: ScanInput): Promise<FileScan> {
  const after = input.after === null ? null : readText(input.path, input.after);
  const known = unread(input, after);
  if (known !== null) return known;
  const before = input.before === null ? null : readText(input.from ?? input.path, input.before);
  const view = fileView(input, textOf(before), textOf(after));
  const findings = await scanView(view);
  const counts = countFile(view, input.from ?? input.path);
  const scan: FileScan = { findings, ...(counts !== undefined && { counts }) };
  const language = view.after?.language ?? null;
  return language !== null && view.after?.tree() === null
    ? { ...scan, unscanned: `it could not be parsed as ${language}` }
    : scan;
}
