import fc from 'fast-check';
import { evidence } from '../../../test/support/pipeline-fakes.js';
import { gradePassages, readNumbers } from './passage-grades.js';

describe('gradePassages', () => {
  it('always keeps the best passage, and keeps more with a lower share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (scores, a, b) => {
          const passages = scores.map((score, i) => evidence(`p#${i}`, 'x', score));
          const kept = (share: number) => gradePassages(passages, share).filter((g) => g.relevant).length;
          expect(kept(1)).toBeGreaterThanOrEqual(1);
          expect(kept(Math.min(a, b))).toBeGreaterThanOrEqual(kept(Math.max(a, b)));
          expect(kept(0)).toBe(scores.length);
        },
      ),
    );
  });
});

describe('readNumbers', () => {
  it.each([
    ['[1, 3]', [1, 3]],
    ['2', [2]],
    ['1 2 3.', [1, 2, 3]],
    ['None.', []],
    ['[]', []],
    ['Relevant passages: [1, 3]', [1, 3]],
    ['The question is answered by [2].', [2]],
    ['None of the passages help.', []],
    ['없음', []],
  ])('reads %p', (reply, numbers) => {
    expect([...(readNumbers(reply, 3) ?? [99])]).toEqual(numbers);
  });

  it.each(['', 'Passages 1 and 3', '[0]', '[4]', 'all', '1, 3 because', '[1] or [2]', 'none but 2'])(
    'takes %p for no grade',
    (reply) => {
      expect(readNumbers(reply, 3)).toBeUndefined();
    },
  );
});
