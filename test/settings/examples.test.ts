import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createAdmitWorkItem } from '../../src/activities/admit-work-item.ts';
import { loadSettings } from '../../src/settings.ts';
import { parseWorkItemText } from '../../src/intake/read-work-item.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);

describe('the examples to start from', () => {
  it('are taken, and seat a full panel', async () => {
    const settings = loadSettings({
      file: fileURLToPath(new URL('lex-validator.yml', EXAMPLES)),
      env: {},
      cwd: '/nowhere',
    });
    const reading = parseWorkItemText(readFileSync(new URL('work_item.json', EXAMPLES), 'utf8'));
    if (reading.kind === 'invalid') throw new Error(JSON.stringify(reading.fields));
    const admitWorkItem = createAdmitWorkItem({ settings, searchAttributes: () => Promise.resolve([]), node: 'w3' });
    const { plan } = await admitWorkItem({ work_item: reading.workItem });
    expect(plan.panel).toMatchObject({
      kind: 'seated',
      seats: [{ provider: 'openai' }, { provider: 'mistral' }, { provider: 'local' }],
    });
    expect(Object.values(plan.checks)).toEqual(Array.from({ length: 6 }, () => ({ asked: true })));
    expect(plan).toMatchObject({ enabled: true, sandbox: 'required', pullRequestMissing: false });
  });
});
