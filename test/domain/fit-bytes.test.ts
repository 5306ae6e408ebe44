import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bytesOf, fitBytes } from '../../src/domain/fit-bytes.ts';

describe('fitBytes', () => {
  it('cuts the long lines and leaves the short ones whole', () => {
    expect(fitBytes(['short', 'x'.repeat(100)], 25)).toEqual(['short', `${'x'.repeat(17)}…`]);
  });

  it('counts as JSON in UTF-8 does, or more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bytesOf(text)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(text)) - 2);
      }),
    );
  });

  it('never lets more through than there is room, but for the mark of a cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { maxLength: 10 }),
        fc.nat(200),
        (lines, room) => {
          const fitted = fitBytes(lines, room);
          const bytes = fitted.reduce((sum, line) => sum + bytesOf(line), 0);
          expect(fitted).toHaveLength(lines.length);
          expect(bytes).toBeLessThanOrEqual(room + 3 * lines.length);
        },
      ),
    );
  });
});
