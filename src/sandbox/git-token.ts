/** The part of the settings that says which token may go where. */
export interface GitTokenSettings {
  git: { url_template: string; token: string | null };
  github: { api_url: string; token: string | null };
}

/**
 * Which token git gets for a clone address: only over https, and only for the host that the settings name for fetching, so that
 * a work item with a `clone_url` of its own cannot have the token sent elsewhere. The forge's token serves the forge's host alone.
 */
export function gitTokenFor({ git, github }: GitTokenSettings): (cloneUrl: string) => string | undefined {
  const home = hostOf(git.url_template.replaceAll(/\{\w+\}/g, 'x'));
  const token = git.token ?? (isForgeHost(home, github.api_url) ? github.token : null);
  return (cloneUrl) => (token !== null && home !== null && hostOf(cloneUrl) === home ? token : undefined);
}

/** Host and port of an https address; `null` for anything else. */
function hostOf(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed?.protocol === 'https:' ? parsed.host : null;
}

/** `api.github.com` belongs to `github.com`; an enterprise server is one host for both. */
function isForgeHost(host: string | null, apiUrl: string): boolean {
  const api = hostOf(apiUrl);
  return host !== null && api !== null && (api === host || api === `api.${host}`);
}
