import { z } from 'zod';
import type { FileView, SideView } from '../file-view.ts';
import { parseJson } from '../parse-json.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { changed } from './line-rules.ts';

/** Where ESLint 9.24 and newer keep offenses that they pass over: of a file, of a rule, so many. */
const BULK_FILE = /(?:^|\/)eslint-suppressions\.json$/u;
const bulk = z.record(z.string(), z.record(z.string(), z.object({ count: z.number() })));

/** How many offenses are passed over, by file and rule; `null` where the file is none that ESLint would take. */
function passedOver(side: SideView | null): Map<string, number> | null {
  if (side === null) return new Map();
  const read = bulk.safeParse(parseJson(side.text));
  if (!read.success) return null;
  return new Map(
    Object.entries(read.data).flatMap(([file, rules]) =>
      Object.entries(rules).map(([rule, { count }]) => [`${rule} in ${file}`, count] as const),
    ),
  );
}

function look({ path, before, after }: FileView): Hit[] {
  if (!BULK_FILE.test(path) || after === null) return [];
  const now = passedOver(after);
  if (now === null) return [{ side: 'new', why: 'The change makes the list of suppressions unreadable.' }];
  const old = passedOver(before) ?? new Map<string, number>();
  return [...now]
    .filter(([what, count]) => count > (old.get(what) ?? 0))
    .map(([what, count]) => {
      const start = after.text.indexOf(JSON.stringify(what.slice(0, what.indexOf(' in '))));
      const why = `The change hides ${String(count)} of ${what} from the linter that judges it. Mend them.`;
      return { side: 'new', why, ...(start >= 0 && { start, end: start + 1 }) };
    });
}

const ONE = '{"src/a.js": {"no-var": {"count": 1}}}';

/** Offenses that ESLint is told to pass over in a file of its own. */
export const BULK_SUPPRESSION_RULES: readonly TextRule[] = [
  {
    id: 'suppression/in-bulk',
    level: 'blocking',
    why: 'The change hides offenses from the linter that judges it. Mend them.',
    wholeFile: true,
    ofAChange: true,
    look,
    flags: [
      changed('eslint-suppressions.json', null, ONE),
      changed('eslint-suppressions.json', ONE, ONE.replace('1', '2')),
      changed('eslint-suppressions.json', ONE, ONE.replace('a.js', 'b.js')),
      changed('packages/a/eslint-suppressions.json', ONE, ONE.replace('no-var', 'no-undef')),
      changed('eslint-suppressions.json', ONE, '{'),
    ],
    ignores: [
      changed('eslint-suppressions.json', ONE, '{}'),
      changed('eslint-suppressions.json', ONE.replace('1', '2'), ONE),
      changed('src/list.json', null, ONE),
    ],
  },
];
