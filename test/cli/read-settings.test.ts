import { describe, expect, it } from '@jest/globals';
import { digestSettings } from '../../src/cli/read-settings.ts';
import { isSettingSaid } from '../../src/settings.ts';
import { someSettings } from '../builders/some-settings.ts';

describe('the digest of settings', () => {
  it('differs where a setting that decides differs', () => {
    const strict = someSettings({ fleet: { validation: { quality_gate_threshold: 0.9 } } });
    expect(digestSettings(strict)).not.toBe(digestSettings(someSettings()));
  });

  it('tells whether there is a token, and nothing of it', () => {
    const [none, one, other] = [null, 'a', 'b'].map((token) =>
      digestSettings(someSettings({ fleet: { github: { token } } })),
    );
    expect(one).toBe(other);
    expect(one).not.toBe(none);
  });
});

describe('whether a server is named', () => {
  const said = (env: NodeJS.ProcessEnv): boolean => isSettingSaid('temporal.address', { env, cwd: '/nowhere' });

  it('says the environment, and not the default', () => {
    expect([said({ TEMPORAL_ADDRESS: 'host:7233' }), said({ TEMPORAL_ADDRESS: ' ' }), said({})]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
