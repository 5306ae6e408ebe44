import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { rules as recommended } from '@secretlint/secretlint-rule-preset-recommend';
import { RE2JS } from 're2js';
import { extension } from './code-language.ts';
import { isTestPath } from './file-kind.ts';
import { SECRET_PATTERNS } from './rules/secrets.ts';
import type { Level } from './scan-rule.ts';

/**
 * secretlint times every rule on every file, keeps each mark, and searches all of them for each new one: the thousandth file would take
 * a hundred times the first. Nobody reads the times.
 */
secretLintProfiler.mark = () => undefined;

/** A secret's place; its value stays where it is. */
export interface SecretHit {
  rule: string;
  why: string;
  level: Level;
  start: number;
  end: number;
}

/**
 * The recommended rules one by one. Left out is the rule that obeys `secretlint-disable` comments: the author of a change
 * must not decide what is looked for. Key ids of AWS are off by default; they are on here.
 */
const SECRETLINT_RULES = recommended
  .filter((rule) => !rule.meta.id.endsWith('filter-comments'))
  .map((rule) => ({
    id: rule.meta.id,
    rule,
    ...(rule.meta.id.endsWith('rule-aws') && { options: { enableIDScanRule: true } }),
  }));

const COMPILED = SECRET_PATTERNS.map((secret) => ({ ...secret, compiled: RE2JS.compile(secret.pattern) }));

/** User and password in an address are as often an example as a leak: these values are nobody's. */
const EXAMPLE_LOGIN =
  /:\/\/(?:user(?:name)?|usr|me|foo|test|admin|root|postgres|a|u|login|name|alice|bob|john|scott|guest|\w*user)?:(?:p|pw|pass|passw(?:or)?d|pwd|secret|test|bar|b|root|admin|postgres|guest|foo|123456?|x+|\*+|tiger|token|[<$%{#].*)@|@(?:localhost|127\.0\.0\.1|(?:[\w-]+\.)*example(?:\.\w+)?|host(?:name)?|db|server|redis|postgres|mysql|mongo(?:db)?)(?:[^\w.-]|$)/iu;

function recommendedLevel(messageId: string, found: string, path: string): Level {
  if (messageId === 'AWSAccountID') return 'note';
  if (/:\/\//u.test(found) && (EXAMPLE_LOGIN.test(found) || isTestPath(path))) return 'note';
  return 'blocking';
}

/** The rule for GCP opens files ending in .p12 from the disk by itself: such a name is never handed to it. */
async function findRecommended(path: string, text: string): Promise<SecretHit[]> {
  const source = {
    content: text,
    filePath: path.endsWith('.p12') ? `${path}.txt` : path,
    ext: `.${extension(path)}`,
    contentType: 'text' as const,
  };
  const result = await lintSource({ source, options: { maskSecrets: true, config: { rules: SECRETLINT_RULES } } });
  return result.messages.map((message) => {
    const [start, end] = message.range;
    const kind = message.ruleId.replace(/^.*secretlint-rule-/u, '');
    // The reported range can end before the host of an address: look at all of the word.
    const word = /^\S*/u.exec(text.slice(start, start + 400))?.[0] ?? '';
    return {
      rule: `secret/${kind}`,
      why: `A credential (${message.messageId}) is in the file. Revoke it, take it out, and read it from the environment.`,
      level: recommendedLevel(message.messageId, word, path),
      start,
      end,
    };
  });
}

function findPatterns(path: string, text: string): SecretHit[] {
  return COMPILED.filter((secret) => text.includes(secret.mentions)).flatMap((secret) => {
    const hits: SecretHit[] = [];
    const matcher = secret.compiled.matcher(text);
    const level = secret.noteInTests === true && isTestPath(path) ? 'note' : secret.level;
    while (matcher.find())
      hits.push({ rule: secret.id, why: secret.why, level, start: matcher.start(), end: matcher.end() });
    return hits;
  });
}

/** Secrets with a form of their own, in any text: comments and strings are where they hide. */
export async function findSecrets(path: string, text: string): Promise<SecretHit[]> {
  return [...(await findRecommended(path, text)), ...findPatterns(path, text)];
}
