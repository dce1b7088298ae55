import { inSnakeCase } from './snake-case.js';

describe('inSnakeCase', () => {
  it('renames members as in the API contract, at any depth', () => {
    expect(inSnakeCase({ factCheckRate: 1, modelJudge: { costUsd: null }, all: [{ tookMs: 2 }] })).toEqual({
      fact_check_rate: 1,
      model_judge: { cost_usd: null },
      all: [{ took_ms: 2 }],
    });
    expect(inSnakeCase({ successRateCi95: [0, 1] })).toEqual({ success_rate_ci95: [0, 1] });
  });

  it('does not change names that are data', () => {
    const counted = { byFailureType: { WRONG_FACT: 1 }, by_persona: { newHire: 0.5 } };
    expect(inSnakeCase(counted)).toEqual({ by_failure_type: { WRONG_FACT: 1 }, by_persona: { newHire: 0.5 } });
  });
});
