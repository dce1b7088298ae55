import { leastOf, processorMs, quickestMs } from '../../../test/support/processor-time.js';
import { lastOf } from '../../shared/domain/steps.js';
import { checkClaim, checkInSteps } from './check-claim.js';
import { EvidenceIndex } from './matching/evidence-index.js';
import { splitClaims } from './split-claims.js';

const repeated = (count: number, unit: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => unit(i)).join(' ');

/** Distinct letters, so that none is read as a number. */
const lettersOf = (i: number): string =>
  (i >= 26 ? lettersOf(Math.floor(i / 26) - 1) : 'q') + String.fromCharCode(97 + (i % 26));

/** The longest turn of a check, in milliseconds of the processor. */
function longestTurnMs(claim: Parameters<typeof checkInSteps>[0], index: EvidenceIndex): number {
  const steps = checkInSteps(claim, index);
  let longest = 0;
  for (let isDone = false; !isDone;)
    longest = Math.max(
      longest,
      processorMs(() => {
        isDone = steps.next().done === true;
      }),
    );
  return longest;
}

describe('checking long claims', () => {
  it.each([
    ['words with numbers', (i: number) => `w${i}`],
    ['numbers with a unit', (i: number) => `${i} days`],
    ['negations', (i: number) => `not ${lettersOf(i)}`],
    ['words with a common beginning', (i: number) => `prefix${lettersOf(i)}`],
  ])('rests often inside one claim of 600 %s', (_, unit) => {
    const text = repeated(600, unit);
    const index = EvidenceIndex.of([{ id: '1', text }]);
    // One claim of these took over 600 ms at once.
    for (const claim of splitClaims(text))
      expect(leastOf(() => longestTurnMs(claim, index), 250)).toBeLessThanOrEqual(250);
  });

  it('compares 600 words with numbers in far less time than a comparison of all pairs', () => {
    const text = repeated(600, (i) => `w${i}`);
    const check = () => {
      const index = EvidenceIndex.of([{ id: '1', text }]);
      for (const claim of splitClaims(text)) checkClaim(claim, index);
    };
    // All pairs take more than a second.
    expect(quickestMs(check, 900)).toBeLessThanOrEqual(900);
  });

  it('returns the same verdict in steps as in one call', () => {
    const text = '휴학은 1회에 1년 이내로 한다.';
    const index = EvidenceIndex.of([{ id: '1', text }]);
    const [claim = { text, start: 0, end: text.length }] = splitClaims('휴학은 1회에 2년 이내로 한다.');
    expect(lastOf(checkInSteps(claim, index))).toEqual(checkClaim(claim, index));
    expect(checkClaim(claim, index).verdict).toBe('contradicted');
  });
});
