import { gradingPolicy } from '../../sessions/domain/grading-policy.js';
import { toMarkdown } from './report-document.js';
import { policyAppendix } from './report-policy.js';

const POLICY = gradingPolicy({
  gates: { success_rate: 0.6, intent_accuracy: 'off', citation_rate: 0.9 },
  weights: { citation: 2 },
  thresholds: { success: 3.5, partial: 2 },
  citation: 'required',
  certainty: 'observed',
  rubrics: [{ name: 'polite', criterion: 'It is polite.', least: 0.95 }],
});

describe('the appendix of the report', () => {
  it('names every rule that the session was graded by', () => {
    const text = toMarkdown(policyAppendix(POLICY, 'en'));
    for (const row of [
      '| Threshold of the gate: success | 60.0 % |',
      '| Threshold of the gate: intent understood | off |',
      '| Threshold of the gate: answers with a right source | 90.0 % |',
      '| Threshold of the criterion “polite” | 95.0 % |',
      '| A gate is reached by | the rate itself |',
      '| Points for a success (of 5) | 3.5 |',
      '| Points for a partial success (of 5) | 2.0 |',
      '| Weight: citation | 2 |',
      '| Weight: accuracy | 1 |',
      '| Sources | required: without one, a right answer is partial |',
      '| Criterion “polite” | It is polite. |',
    ])
      expect(text).toContain(row);
  });

  it('says it in Korean', () => {
    const text = toMarkdown(policyAppendix(POLICY, 'ko'));
    expect(text).toContain('| 통과 기준값: 동적 질문 성공률 | 60.0 % |');
    expect(text.replaceAll(/polite|It is polite\./gu, '')).not.toMatch(/[a-z]{2,}/iu);
  });

  it('says that an earlier release recorded no rules', () => {
    expect(toMarkdown(policyAppendix(undefined, 'en'))).toContain('did not record the rules');
  });
});
