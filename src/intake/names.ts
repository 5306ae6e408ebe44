/**
 * What may be a name in a work item. Each function says what is wrong with a text, or `null`. Names become parts of
 * paths, of arguments for git and of addresses, so nothing that means more than itself there is taken.
 */
export type FindProblem = (text: string) => string | null;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MOST_ID_BYTES = 200;

/** An id that is part of a workflow id and the name of a folder. */
export const findIdProblem: FindProblem = (text) => {
  if (text === '') return 'must not be empty';
  if (/[\p{C}\p{Z}]/u.test(text)) return 'must not hold spaces or control characters';
  if (/[/\\]/.test(text)) return 'must not hold a slash';
  if (/^[.-]/.test(text) || text.includes('..'))
    return 'must not begin with a dot or a dash, nor hold two dots in a row';
  const bytes = new TextEncoder().encode(text).length;
  return bytes > MOST_ID_BYTES ? `must be at most ${MOST_ID_BYTES} bytes long` : null;
};

/** The account that a repository belongs to. */
export const findOwnerProblem: FindProblem = (text) => {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(text) && !text.includes('..')) return null;
  return 'must be a name of letters, digits, dots, dashes and underscores, and begin with a letter or digit';
};

/** A repository; `.github` is an ordinary one. */
export const findRepositoryProblem: FindProblem = (text) => {
  const isName = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,99}$/.test(text) && text !== '.' && !text.includes('..');
  if (!isName) return 'must be a name of letters, digits, dots, dashes and underscores, and not begin with a dash';
  return /\.git$/i.test(text) ? 'must be written without .git' : null;
};

/** The rules of git-check-ref-format(1) for a branch, and none of the names that git itself gives a meaning. */
export const findBranchProblem: FindProblem = (text) => {
  if (text === '') return 'must not be empty';
  if (text.length > 255) return 'must be at most 255 characters long';
  if (INVISIBLE.test(text) || text.includes(' ')) return 'must not hold spaces or control characters';
  if (text.startsWith('-')) return 'must not begin with a dash';
  if (/[~^:?*[\\]|\.\.|@\{/.test(text)) return 'must not hold .. or @{ or any of ~ ^ : ? * [ \\';
  if (text === '@' || text === 'HEAD') return 'must be the name of a branch';
  const badPart = text.split('/').some((part) => part === '' || part.startsWith('.') || /(\.|\.lock)$/.test(part));
  return badPart ? 'must not have a part that is empty, begins or ends with a dot, or ends with .lock' : null;
};

/** A path inside of the repository, with `/`. */
export const findPathProblem: FindProblem = (text) => {
  if (text === '') return 'must not be empty';
  if (text.length > 4096) return 'must be at most 4096 characters long';
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'must not hold control characters';
  if (/^[/\\~]|^[A-Za-z]:[/\\]/.test(text)) return 'must be relative to the repository';
  if (text.startsWith('-')) return 'must not begin with a dash';
  return text.split(/[/\\]/).includes('..') ? 'must not leave the repository (..)' : null;
};

/** A commit, whole: an abbreviated one may come to mean another. */
export const findCommitProblem: FindProblem = (text) =>
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text) ? null : 'must be a whole commit id of 40 (or 64) hex digits';
