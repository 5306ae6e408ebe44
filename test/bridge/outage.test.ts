import { describe, expect, it } from '@jest/globals';
import { watchOutage } from '../../src/bridge/outage.ts';

describe('an outage', () => {
  it('is told of once when it begins and once when it is over, however often it is seen', () => {
    const lines: string[] = [];
    const say = (fields: object, message: string): void => {
      lines.push(`${message} ${JSON.stringify(fields)}`);
    };
    const outage = watchOutage({ info: say, warn: say, error: say }, 'The broker');
    outage.over();
    for (let times = 0; times < 5; times++) outage.began(new Error('ECONNREFUSED'));
    outage.over();
    outage.over();
    outage.began(new Error('ECONNRESET'));
    expect(lines).toEqual([
      'The broker does not answer: waiting for it {"because":"ECONNREFUSED"}',
      'The broker answers again {}',
      'The broker does not answer: waiting for it {"because":"ECONNRESET"}',
    ]);
  });
});
