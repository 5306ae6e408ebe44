/** What a linter's settings take away from it, by name; the same for every linter, so that two versions can be compared. */
export interface LinterSettings {
  /** Rules, cops and departments that are switched off. */
  off: readonly string[];
  /** Paths that it does not look at, of the whole linter or of one rule (`<rule>: <path>`). */
  excluded: readonly string[];
  /** Files and presets that the settings build on. */
  bases: readonly string[];
  /** Where the settings name what is looked at: an entry less is a file less. */
  included: readonly string[];
  /** The most that a rule lets pass (`Max`). */
  limits: Readonly<Record<string, number>>;
}

export const NO_SETTINGS: LinterSettings = { off: [], excluded: [], bases: [], included: [], limits: {} };

/** Folders of other people's code and of what tools write: leaving them out is every project's habit. */
const HARMLESS =
  /(?:^|[/'"])(?:vendor|node_modules|tmp|log|coverage|dist|build|out|\.bundle|\.git|\.venv|venv|__pycache__)(?:\/|$)|(?:^|\/)db\/schema\.rb$/u;

/** The settings of the folder above: no looser than without them. */
const ABOVE = /^(?:\.\.\/)+\.rubocop\.yml$/u;

/** Each thing that the linter sees less of than before, as words that follow "The change". Empty where it is as strict as it was. */
export function loosenings(before: LinterSettings, after: LinterSettings): string[] {
  const excluded = added(before.excluded, after.excluded).filter((path) => !HARMLESS.test(path));
  const moved = added(after.excluded, before.excluded).filter((path) => !/[*?]/u.test(path));
  const fresh = added(before.bases, after.bases).filter((base) => !ABOVE.test(base));
  const gone = added(after.bases, before.bases);
  const lostBases = gone.filter((base) => !/todo/u.test(base));
  return [
    ...withoutPairs(added(before.off, after.off), added(after.off, before.off), isRename).map(
      (name) => `switches ${name} off`,
    ),
    ...withoutPairs(excluded, moved, (path) => !/[*?]/u.test(path)).map((path) => `leaves out ${path}`),
    ...withoutPairs(fresh, gone, () => true).map((base) => `builds the settings on ${base}`),
    ...withoutPairs(lostBases, fresh, () => true).map((base) => `no longer builds the settings on ${base}`),
    ...(before.included.length > 0 ? added(after.included, before.included) : after.included).map(
      (path) => `${before.included.length > 0 ? 'no longer looks at' : 'looks only at'} ${path}`,
    ),
    ...Object.entries(after.limits)
      .filter(([name, most]) => before.limits[name] !== undefined && most > before.limits[name])
      .map(([name, most]) => `raises ${name} to ${most}`),
  ];
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return [...new Set(after)].filter((one) => !before.includes(one));
}

/** A new version of a linter renames rules: one goes, another of the same department or the same last name comes, both off. */
function isRename(fresh: string, gone: string): boolean {
  const [freshParts, goneParts] = [fresh.split('/'), gone.split('/')];
  if ((freshParts.length === 1) !== (goneParts.length === 1) && freshParts.at(-1) !== goneParts.at(-1)) return false;
  return freshParts.at(-1) === goneParts.at(-1) || (freshParts.length > 1 && freshParts[0] === goneParts[0]);
}

function withoutPairs(
  fresh: readonly string[],
  gone: readonly string[],
  isPair: (one: string, other: string) => boolean,
): string[] {
  const left = [...gone];
  return fresh.filter((one) => {
    const at = left.findIndex((other) => isPair(one, other));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
