import { isLoopback } from './loopback.ts';

const NO_SUCH_FORM = 'must be an https, ssh or file address, or an absolute path';
/** `git@host:path`: no slash before the colon, and nothing that git would take for an option. */
const SCP_LIKE = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*:(?![:/\\])[^\s]+$/;
/** A host as git hands it to ssh: no option, nothing percent-encoded. */
const PLAIN_HOST = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])$/;
const PLAIN_USER = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]*)?$/;

/**
 * Says why git must not be given this address, or `null`. What helps git to run a program (`ext::`, an option, a
 * host that begins with a dash), carries a credential into logs, or is read in clear over a network, is refused.
 */
export function findCloneUrlProblem(url: string): string | null {
  if (url === '') return 'must not be empty';
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]/u.test(url)) return 'must not hold spaces or control characters';
  if (url.startsWith('-')) return 'must not begin with a dash';
  if (/^[A-Za-z0-9+.-]*::/.test(url)) return 'must not name a transport helper (::)';
  if (url.startsWith('/')) return null;
  if (/[\\?#]/.test(url)) return 'must not hold any of \\ ? #';
  if (/^https?:\/\/\//i.test(url)) return 'must have a host';
  if (!url.includes('://')) return SCP_LIKE.test(url) ? null : NO_SUCH_FORM;
  return URL.canParse(url) ? findAddressProblem(new URL(url)) : 'is not an address';
}

/** What each scheme may have before its path. */
function findAddressProblem({ protocol, hostname, username, password }: URL): string | null {
  if (password !== '') return 'must not hold a credential';
  if (protocol === 'file:') return hostname === '' ? null : 'must not have a host in a file address';
  if (!PLAIN_HOST.test(hostname)) return 'must have a plain host';
  if (protocol === 'ssh:') return PLAIN_USER.test(username) ? null : 'must have a plain user';
  if (username !== '') return 'must not hold a credential';
  if (protocol === 'https:') return null;
  if (protocol === 'http:') return isLoopback(hostname) ? null : 'must not be http, save on this machine';
  return NO_SUCH_FORM;
}
