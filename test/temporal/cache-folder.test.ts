import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cacheFolder } from '../../src/temporal/cache-folder.ts';
import { packageRoot } from '../../src/temporal/package-root.ts';

describe('the cache folder', () => {
  it('is the one that the user names', () => {
    expect(cacheFolder({ LEX_CACHE_DIR: '/var/cache/lex' })).toBe('/var/cache/lex');
  });

  it('lies in a clone', () => {
    expect(cacheFolder({})).toBe(join(packageRoot(), '.cache'));
  });

  it('lies with the user when we are an installed package', () => {
    const root = '/srv/app/node_modules/lex-validator';
    expect(cacheFolder({ XDG_CACHE_HOME: '/home/ada/.store' }, root)).toBe('/home/ada/.store/lex-validator');
    expect(cacheFolder({}, root)).toBe(join(homedir(), '.cache', 'lex-validator'));
  });
});
