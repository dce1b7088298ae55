import { deviationsOf, gradingPolicy, policyDifferences, settingsOf } from './grading-policy.js';

describe('the policy that a session was graded by', () => {
  it('has every default of the specification', () => {
    expect(gradingPolicy()).toEqual({
      gates: {
        intent_accuracy: 0.85,
        fact_check_rate: 1,
        success_rate: 0.8,
        followup_success_rate: 0.85,
        component_tests: 1,
      },
      certainty: 'interval',
      weights: { accuracy: 1, completeness: 1, relevance: 1, citation: 1, practicality: 0.5, actionability: 0.5 },
      thresholds: { success: 4, partial: 3 },
      citation: 'checked',
      rubrics: [],
    });
  });

  it('has what the session file sets in their place', () => {
    const rubrics = [{ name: 'polite', criterion: 'It is polite.' }];
    const policy = gradingPolicy({ gates: { success_rate: 0.6 }, weights: { citation: 2 }, citation: 'off', rubrics });
    expect(policy.gates).toMatchObject({ success_rate: 0.6, fact_check_rate: 1 });
    expect(policy.weights).toMatchObject({ citation: 2, accuracy: 1 });
    expect([policy.citation, policy.rubrics]).toEqual(['off', [{ ...rubrics[0], least: null }]]);
  });

  it('is the same whether a default is left out or written into the session file', () => {
    const written = gradingPolicy({ thresholds: { success: 4, partial: 3 }, citation: 'checked' });
    expect(policyDifferences(gradingPolicy(), written)).toEqual([]);
  });

  it('names each setting that differs, and one that only one session has', () => {
    const candidate = gradingPolicy({
      gates: { success_rate: 'off' },
      thresholds: { success: 3.5, partial: 3 },
      rubrics: [{ name: 'polite', criterion: 'It is polite.', least: 0.9 }],
    });
    expect(policyDifferences(gradingPolicy(), candidate)).toEqual([
      { name: 'gates.success_rate', base: 0.8, candidate: 'off' },
      { name: 'thresholds.success', base: 4, candidate: 3.5 },
      { name: 'gates.rubric:polite', base: null, candidate: 0.9 },
      { name: 'rubrics.polite', base: null, candidate: 'It is polite.' },
    ]);
  });

  it('names what a session sets in place of the defaults', () => {
    expect(deviationsOf(gradingPolicy())).toEqual([]);
    expect(deviationsOf(gradingPolicy({ citation: 'required' }))).toEqual([
      { name: 'citation', base: 'checked', candidate: 'required' },
    ]);
    expect(deviationsOf(undefined)).toBeNull();
  });

  it('does not claim that two policies are the same if one was not recorded', () => {
    expect(policyDifferences(undefined, gradingPolicy())).toBeNull();
    expect(policyDifferences(undefined, undefined)).toBeNull();
  });

  it('names every setting once', () => {
    const names = settingsOf(gradingPolicy({ gates: { citation_rate: 0.9 } })).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('gates.citation_rate');
  });
});
