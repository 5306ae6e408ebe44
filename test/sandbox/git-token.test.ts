import { describe, expect, it } from '@jest/globals';
import { gitTokenFor, type GitTokenSettings } from '../../src/sandbox/git-token.ts';

const PUBLIC: GitTokenSettings = {
  git: { url_template: 'https://github.com/{owner}/{name}.git', token: null },
  github: { api_url: 'https://api.github.com', token: 'forge' },
};

describe('gitTokenFor', () => {
  it.each([
    ['another host', 'https://evil.example/acme/kit.git'],
    ['a host that only begins like the forge’s', 'https://github.com.evil.example/acme/kit.git'],
    ['the forge over plain http', 'http://github.com/acme/kit.git'],
    ['the forge on another port', 'https://github.com:8443/acme/kit.git'],
    ['a path on the disk', '/srv/git/kit.git'],
    ['the forge as a user name', 'https://github.com@evil.example/kit.git'],
  ])('gives no token to %s', (_case, url) => {
    expect(gitTokenFor(PUBLIC)(url)).toBeUndefined();
  });

  it('gives the forge’s token to the forge', () => {
    expect(gitTokenFor(PUBLIC)('https://github.com/acme/kit.git')).toBe('forge');
  });

  it('keeps the forge’s token from a mirror that is another host', () => {
    const mirrored = { ...PUBLIC, git: { url_template: 'https://mirror.example/{owner}/{name}', token: null } };
    expect(gitTokenFor(mirrored)('https://mirror.example/acme/kit')).toBeUndefined();
  });

  it('prefers the token that is meant for git', () => {
    const own = { ...PUBLIC, git: { ...PUBLIC.git, token: 'git' } };
    expect(gitTokenFor(own)('https://github.com/acme/kit.git')).toBe('git');
  });

  it('knows an enterprise server as one host for both', () => {
    const enterprise: GitTokenSettings = {
      git: { url_template: 'https://git.corp.example/{owner}/{name}.git', token: null },
      github: { api_url: 'https://git.corp.example/api/v3', token: 'forge' },
    };
    expect(gitTokenFor(enterprise)('https://git.corp.example/acme/kit.git')).toBe('forge');
  });
});
