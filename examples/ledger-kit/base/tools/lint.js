import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's own small linter, so that the example needs nothing but Node. Reports in ESLint's JSON. */
const RULES = [
  { ruleId: 'no-var', pattern: /^\s*var\s/, message: 'Unexpected var, use let or const instead.' },
  { ruleId: 'no-trailing-spaces', pattern: /[ \t]+$/, message: 'Trailing spaces not allowed.' },
  { ruleId: 'no-console', pattern: /\bconsole\.log\(/, message: 'Unexpected console statement.' },
];

const files = ['src', 'test'].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

function lint(filePath) {
  const lines = readFileSync(filePath, 'utf8').split('\n');
  const messages = lines.flatMap((line, index) =>
    RULES.filter(({ pattern }) => pattern.test(line)).map(({ ruleId, message }) => ({
      ruleId,
      severity: 2,
      message,
      line: index + 1,
      column: 1,
    })),
  );
  return {
    filePath,
    messages,
    suppressedMessages: [],
    errorCount: messages.length,
    fatalErrorCount: 0,
    warningCount: 0,
  };
}

const results = files.map(lint);
if (process.argv[2]) writeFileSync(process.argv[2], JSON.stringify(results));
for (const { filePath, messages } of results)
  for (const { line, message, ruleId } of messages)
    process.stdout.write(`${filePath}:${line} ${message} (${ruleId})\n`);
process.exitCode = results.some(({ errorCount }) => errorCount > 0) ? 1 : 0;
