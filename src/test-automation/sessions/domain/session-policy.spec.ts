import { gatesByPolicy, withPolicy } from './session-policy.js';
import { Judgement } from '../../domain/test-result.js';
import { SessionGate } from '../../domain/session-request.js';

const FULL = { accuracy: 1, completeness: 1, relevance: 1, citation: 0, practicality: 0, actionability: 0 };
const judged = (more: Partial<Judgement> = {}): Judgement => ({
  verdict: 'success',
  score: 4,
  dimensions: FULL,
  claims: [],
  failureType: null,
  intents: { surface: null, hidden: null, behavioral: null },
  reasons: ['It answers.'],
  ...more,
});
const place = { hasSource: false, answerable: true };

describe('the policy of a session', () => {
  it('changes nothing if it is empty', () => {
    expect(withPolicy(judged(), undefined, place)).toEqual(judged());
    expect(withPolicy(judged(), { gates: {} }, place)).toEqual(judged());
  });

  it('makes a right answer without a source partial if it requires one, except an abstention', () => {
    const required = { citation: 'required' } as const;
    expect(withPolicy(judged(), required, place)).toMatchObject({ verdict: 'partial', failureType: 'NO_SOURCE' });
    expect(withPolicy(judged(), required, { ...place, hasSource: true }).verdict).toBe('success');
    expect(withPolicy(judged(), required, { ...place, answerable: false }).verdict).toBe('success');
  });

  it('accepts a wrong source if citing is off, and nothing else', () => {
    const off = { citation: 'off' } as const;
    const miscited = judged({ verdict: 'partial', score: 3.9, failureType: 'WRONG_CITATION' });
    expect(withPolicy(miscited, off, place)).toMatchObject({ verdict: 'success', score: 4, failureType: null });
    const wrong = judged({ verdict: 'failure', score: 2, failureType: 'WRONG_FACT' });
    expect(withPolicy(wrong, off, place)).toEqual(wrong);
  });

  it('weighs the dimensions', () => {
    const weights = { citation: 0, practicality: 0, actionability: 0 };
    expect(withPolicy(judged(), { weights }, place)).toMatchObject({ verdict: 'success', score: 5 });
    expect(withPolicy(judged(), { weights: { citation: 10 } }, place)).toMatchObject({ verdict: 'failure' });
  });

  it('moves the boundaries of the verdicts, and never makes a success of a wrong fact', () => {
    const thresholds = { success: 2, partial: 1 };
    const incomplete = judged({ verdict: 'partial', score: 3.5, failureType: 'INCOMPLETE' });
    expect(withPolicy(incomplete, { thresholds }, place)).toMatchObject({ verdict: 'success', failureType: null });
    expect(withPolicy(judged({ score: 4.1 }), { thresholds: { success: 4.5, partial: 3 } }, place).verdict).toBe(
      'partial',
    );
    // The default in a session file is not a lowered threshold.
    const spelled = { thresholds: { success: 4, partial: 3 } };
    expect(withPolicy({ ...incomplete, score: 4.2 }, spelled, place).verdict).toBe('partial');
    const wrong = judged({ verdict: 'failure', score: 2, failureType: 'HALLUCINATION' });
    const still = withPolicy(wrong, { thresholds }, place);
    expect([still.verdict, still.score]).toEqual(['failure', 0.9]);
  });

  it('sets and removes gates, by the interval or by the rate itself', () => {
    const gate: SessionGate = {
      id: 'success_rate',
      requirement: 'REQ-S-003',
      value: 0.9,
      threshold: 0.8,
      ci95: [0.7, 0.97],
      passed: false,
      detail: '',
    };
    const passed = (policy: Parameters<typeof gatesByPolicy>[2]) =>
      gatesByPolicy([gate], [], policy).map((one) => [one.threshold, one.passed]);
    expect(passed(undefined)).toEqual([[0.8, false]]);
    expect(passed({ gates: { success_rate: 'off' } })).toEqual([]);
    expect(passed({ gates: { success_rate: 0.6 } })).toEqual([[0.6, true]]);
    expect(passed({ certainty: 'observed' })).toEqual([[0.8, true]]);
    expect(passed({ gates: { success_rate: 0.95 }, certainty: 'observed' })).toEqual([[0.95, false]]);
  });
});
