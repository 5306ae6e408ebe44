/** One thing that is wrong with the settings. */
export interface SettingProblem {
  /** Dotted key, environment variable, or empty where the file as a whole is meant. */
  key: string;
  problem: string;
}

/** The settings cannot be used. Its message names the source, every bad key and the way out; it never holds a value. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings';
  readonly problems: readonly SettingProblem[];
  /** `null` where no file was read. */
  readonly file: string | null;

  constructor(file: string | null, problems: readonly SettingProblem[]) {
    const source = file === null ? 'The settings' : `The settings in ${file}`;
    const lines = problems.map(({ key, problem }) => `  - ${key === '' ? problem : `${key}: ${problem}`}`);
    super([`${source} cannot be used:`, ...lines, 'docs/settings.md describes every setting.'].join('\n'));
    this.problems = problems;
    this.file = file;
  }
}
