import { isAbsolute, posix } from 'node:path';
import { PATH_PLACEHOLDERS, type CommandRequest } from '../activities/ports.ts';

interface Paths {
  repo: string;
  report: string;
}

/** Puts the paths of this machine, or of the sandbox, where a profile wrote placeholders. */
export function fillIn(request: CommandRequest, paths: Paths): { command: string[]; env: Record<string, string> } {
  const fill = (text: string): string =>
    text.replaceAll(PATH_PLACEHOLDERS.report, () => paths.report).replaceAll(PATH_PLACEHOLDERS.repo, () => paths.repo);
  const env = Object.fromEntries(Object.entries(request.env ?? {}).map(([name, value]) => [name, fill(value)]));
  return { command: request.command.map(fill), env };
}

/** The working folder below the checkout; `null` where it would leave it. */
export function insideRepo(repo: string, cwd = '.'): string | null {
  const path = posix.normalize(posix.join(repo, cwd)).replace(/\/$/, '');
  return !isAbsolute(cwd) && (path === repo || path.startsWith(`${repo}/`)) ? path : null;
}
