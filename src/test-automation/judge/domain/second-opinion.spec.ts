import { CheckedClaim } from '../../domain/claim-checker.js';
import { JudgedClaim } from './claims.js';
import { AnswerReading } from './judging-case.js';
import { OF_OTHER_PEOPLE } from './said-of-others.js';
import { withSecondOpinion } from './second-opinion.js';

const TEXT = 'Administrators have 8 hours to report a fault.';
const checked = (verdict: CheckedClaim['verdict'], text = TEXT): CheckedClaim => ({
  claim: text,
  query: text,
  verdict,
  checkable: true,
  quote: null,
  documentId: null,
  chunkId: null,
  confidence: 1,
  reasons: [],
});
const judged = (verdict: JudgedClaim['verdict'], text = TEXT, reasons: readonly string[] = []): JudgedClaim => ({
  text,
  start: 0,
  end: text.length,
  verdict,
  quote: 'Contractors have 8 hours to report a fault.',
  documentId: 'd',
  reasons,
  adds: false,
});
const reading = (claim: JudgedClaim): AnswerReading => ({
  kind: 'answer',
  facts: [],
  claims: [claim],
  citation: { given: false, right: null },
  isExpected: true,
  goldText: '',
  offered: '',
});

describe('the second opinion on a claim', () => {
  it('contradicts a clause about other people, also if all words match', () => {
    const second = reading(judged('contradicted', TEXT, [OF_OTHER_PEOPLE]));
    expect(withSecondOpinion([checked('supported')], second)).toMatchObject([
      { verdict: 'contradicted', documentId: 'd', reasons: [OF_OTHER_PEOPLE] },
    ]);
  });

  it('does not change a claim that the fact check supports for any other reason', () => {
    const second = reading(judged('contradicted', TEXT, ['the number belongs to something else']));
    expect(withSecondOpinion([checked('supported')], second)).toMatchObject([{ verdict: 'supported' }]);
  });

  it('supports a paraphrased claim by the passages, and shows the nearest clause of every claim', () => {
    const own = 'You get two weeks for that.';
    const second = reading({ ...judged('supported', own), quote: '빌린 날부터 14일 이내에 돌려준다.' });
    expect(withSecondOpinion([checked('not_found', own)], second)).toMatchObject([
      { verdict: 'supported', quote: '빌린 날부터 14일 이내에 돌려준다.' },
    ]);
  });
});
