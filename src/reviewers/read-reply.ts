import { deflateRawSync } from 'node:zlib';
import { findingIssue } from './finding-issue.ts';
import { readReplyObject } from './reply-object.ts';
import { Reply, type ReviewerFinding } from './reply-schema.ts';
import type { DiffFile } from './unified-diff.ts';

/** In characters. Long answers are loops more often than insight. */
const MAX_REPLY = 60_000;

export interface ReplyContext {
  mark: string;
  /** The files that the reviewer was shown. */
  files: readonly DiffFile[];
}

export type ReplyReading =
  | { kind: 'approve'; notes: string[] }
  | { kind: 'reject'; issues: string[] }
  /** No vote: nothing in it counts, for or against. */
  | { kind: 'unreadable'; because: string };

/**
 * Turns a reviewer's text into a vote. Only the fields count, never prose; an approval needs this call's mark, the verdict
 * `approve`, no blocking finding, and nothing beside the object. Where field and findings disagree, the stricter one holds.
 */
export function readReply(text: string, context: ReplyContext): ReplyReading {
  const because = distrust(text);
  if (because !== undefined) return { kind: 'unreadable', because };
  const object = readReplyObject(text);
  if (object.kind === 'none') return { kind: 'unreadable', because: object.because };
  const parsed = Reply.safeParse(object.value);
  if (!parsed.success)
    return { kind: 'unreadable', because: `it has not the asked-for form: ${firstFault(parsed.error.issues)}` };
  const reply = parsed.data;
  if (reply.mark !== context.mark) return { kind: 'unreadable', because: 'it does not carry the mark of this call' };
  if (reply.findings.some((finding) => repeatsExample(finding, context.mark))) {
    return { kind: 'unreadable', because: 'it repeats the example of the prompt as a finding' };
  }
  return weigh(reply, object.alone, context);
}

function weigh(reply: Reply, alone: boolean, { files }: ReplyContext): ReplyReading {
  const told = [...new Set(reply.findings.map((finding) => findingIssue(finding, files)))];
  if (reply.verdict === 'reject') {
    return {
      kind: 'reject',
      issues: told.length > 0 ? told : ['The reviewer rejects the change and names no finding.'],
    };
  }
  if (reply.findings.some(isBlocking)) {
    return {
      kind: 'reject',
      issues: [...told, 'The reviewer says approve and names a blocking finding: that counts as a rejection.'],
    };
  }
  if (!alone) return { kind: 'unreadable', because: 'it approves, but says more beside the object' };
  return { kind: 'approve', notes: told };
}

const isBlocking = ({ severity }: ReviewerFinding): boolean => severity === 'critical' || severity === 'high';

const repeatsExample = ({ file, code, claim }: ReviewerFinding, mark: string): boolean =>
  [file, code, claim].some((field) => field.includes(mark));

function distrust(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty';
  if (text.length > MAX_REPLY) return `it is over-long (${text.length} characters)`;
  if (/^\s*<(?:!doctype|html)/i.test(text)) return 'it is a web page';
  return isRepetitive(text) ? 'it repeats itself over and over' : undefined;
}

/** Honest text shrinks to a third when compressed, a loop to a hundredth. */
const isRepetitive = (text: string): boolean => text.length > 2_000 && deflateRawSync(text).length < text.length / 20;

function firstFault(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const [issue] = issues;
  if (issue === undefined) return 'unknown fault';
  return `${issue.path.map(String).join('.') || 'reply'}: ${issue.message}`.slice(0, 200);
}
