import { CheckedClaim } from '../../../domain/claim-checker.js';
import { FailureType, Judgement, ModelReading, Verdict } from '../../../domain/test-result.js';
import { withModel, unprovedFacts } from './merge-readings.js';

const full = { accuracy: 1, completeness: 1, relevance: 1, citation: 1, practicality: 0.5, actionability: 0.5 };
const reading: ModelReading = {
  order: 'given',
  dimensions: full,
  score: 5,
  reason: 'right',
  error: null,
  isCached: false,
  costUsd: 0,
};
const claim = (verdict: CheckedClaim['verdict']): CheckedClaim => ({
  claim: '보증금은 3만 원이다.',
  query: '',
  verdict,
  checkable: true,
  quote: null,
  documentId: null,
  chunkId: null,
  confidence: 1,
  reasons: [],
});
const rules = (failureType: FailureType | null, verdict: Verdict, ...claims: CheckedClaim[]): Judgement => ({
  verdict,
  score: 2,
  dimensions: { ...full, accuracy: 0 },
  claims,
  failureType,
  intents: { surface: null, hidden: null, behavioral: null },
  reasons: [],
});
const judged = (from: Judgement) => withModel(from, 'm', [reading, { ...reading, order: 'reversed' }]);

describe('a model in addition to the rules', () => {
  it('corrects what the rules found in no text', () => {
    expect(judged(rules('HALLUCINATION', 'failure', claim('not_found')))).toMatchObject({
      verdict: 'success',
      failureType: null,
    });
  });

  it.each([
    ['a contradicted claim', rules('WRONG_FACT', 'failure', claim('contradicted'))],
    ['a fact that is said otherwise', rules('WRONG_FACT', 'failure', claim('supported'))],
    ['an evasion', rules('GENERIC_ANSWER', 'failure', claim('supported'))],
    ['a false abstention', rules('FALSE_ABSTENTION', 'failure', claim('contradicted'))],
  ])('never corrects %s', (_, from) => {
    expect(judged(from)).toMatchObject({ verdict: 'failure', score: 2, failureType: from.failureType });
  });
});

describe('a required fact that the rules miss', () => {
  const missing = rules('INCOMPLETE', 'partial', claim('supported'));
  const irrelevant = rules('IRRELEVANT', 'failure', claim('supported'));
  const readings = [reading, { ...reading, order: 'reversed' as const }];

  it('does not become a success by the word of a model', () => {
    expect(withModel(missing, 'm', readings, ['14일'])).toMatchObject({
      verdict: 'partial',
      failureType: 'INCOMPLETE',
    });
    expect(withModel(irrelevant, 'm', readings, ['14일'])).toMatchObject({
      verdict: 'failure',
      failureType: 'IRRELEVANT',
    });
    expect(withModel(missing, 'm', readings, [])).toMatchObject({ verdict: 'success' });
  });

  it('is proved by a clause of the answer without another number', () => {
    const answer = '보름 뒤, 곧 15일 안에 내세요. The key is due in a fortnight.';
    const unproved = (fact: string, clause: string) => unprovedFacts([fact], [{ fact, clause }], answer);
    expect(unproved('기한 안의 반납', '보름 뒤')).toEqual([]);
    expect(unproved('by mid-month', 'due in a fortnight')).toEqual([]);
    expect(unproved('14일', '15일 안에')).toEqual(['14일']);
    expect(unproved('by mid-month', 'due in 14 days')).toEqual(['by mid-month']);
    expect(unprovedFacts(['14일'], [], answer)).toEqual(['14일']);
  });

  it('nor does a wrong citation', () => {
    expect(judged(rules('WRONG_CITATION', 'partial', claim('supported')))).toMatchObject({
      verdict: 'partial',
      failureType: 'WRONG_CITATION',
    });
  });
});
