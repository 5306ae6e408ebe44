/** What a reader may need beside the report's own text. */
export interface ReportContext {
  /** All that the command wrote: some tools tell of their own crash only there. */
  output: string;
  /** Absolute folders that stand for the repository's root, so that files are named relative to it. */
  roots: readonly string[];
  /** A list of the tests to expect, as our guard wrote it before the first one ran; `null` where it should be and is not. */
  expected?: string | null;
  /** Warnings that the project's own lint script allows; any number by default. */
  maxWarnings?: number;
}

/** For tests and callers that have the report alone. */
export const NO_CONTEXT: ReportContext = { output: '', roots: [] };

/** Repo-relative where the file lies under one of the roots; a path outside is left as it is. */
export function repoPath(file: string, roots: readonly string[]): string {
  const root = roots.find((candidate) => file.startsWith(`${candidate}/`));
  return (root === undefined ? file : file.slice(root.length + 1)).replace(/^\.\//, '');
}
