import fc from 'fast-check';
import { USED } from '../../../test/support/pipeline-fakes.js';
import { ComposedAnswer } from './composer.js';
import { dropFailedClaims, withoutMarks } from './drop-failed-claims.js';

/** Each sentence cited to its chunk, with marks in the order of first use. */
function answerOf(sentences: readonly (readonly [text: string, chunk: number])[]): ComposedAnswer {
  const numbers = [...new Set(sentences.map(([, chunk]) => chunk))];
  let text = '';
  const citations = sentences.map(([sentence, chunk], i) => {
    if (i > 0) text += i % 2 === 0 ? '\n' : ' ';
    const start = text.length;
    text += `${sentence} [${numbers.indexOf(chunk) + 1}]`;
    return { start, end: start + sentence.length, chunkId: `c${chunk}`, quoteStart: 0, quoteEnd: 1 };
  });
  return { text, citations, usage: USED, degraded: [], abstained: false };
}

const sentences = fc.uniqueArray(
  fc.tuple(fc.stringMatching(/^[a-z가-힣]{1,6}( [a-z가-힣]{1,6}){0,3}\.$/u), fc.integer({ min: 0, max: 12 })),
  { selector: ([text]) => text, minLength: 1, maxLength: 14 },
);

describe('dropFailedClaims', () => {
  it('keeps exactly the other sentences, with their citations on the same words and valid marks', () => {
    fc.assert(
      fc.property(sentences, fc.infiniteStream(fc.boolean()), (all, coin) => {
        const goes = all.map(() => coin.next().value === true);
        const answer = answerOf(all);
        const left = dropFailedClaims(
          answer,
          answer.citations.filter((_, i) => goes[i]),
        );
        const kept = all.filter((_, i) => !goes[i]);
        if (kept.length === 0) {
          expect(left).toBeUndefined();
          return;
        }
        expect(left?.citations.map((c) => left.text.slice(c.start, c.end))).toEqual(kept.map(([text]) => text));
        const order = [...new Set(kept.map(([, chunk]) => chunk))];
        const marks = [...(left?.text.matchAll(/\[(\d+)\]/gu) ?? [])].map((match) => Number(match[1]));
        expect(marks).toEqual(kept.map(([, chunk]) => order.indexOf(chunk) + 1));
      }),
    );
  });

  it('does not change an answer without failed claims', () => {
    const answer = answerOf([['one.', 1]]);
    expect(dropFailedClaims(answer, [])).toEqual(answer);
  });
});

describe('withoutMarks', () => {
  it('keeps every offset', () => {
    expect(withoutMarks('It fires. [12] It cools.')).toBe('It fires.      It cools.');
  });
});
