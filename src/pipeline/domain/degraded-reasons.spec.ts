import { degradedReasons } from './degraded-reasons.js';
import { MESSAGES } from './messages.js';

const FAILURES = ['late', 'silent', 'busy', 'resting', 'failed'] as const;

describe('degradedReasons', () => {
  it('has a distinct text for each reason of a writer in both languages', () => {
    for (const language of ['en', 'ko'] as const) {
      const messages = FAILURES.map((failure) => degradedReasons(['llm'], language, failure)[0]?.message);
      expect(new Set(messages).size).toBe(FAILURES.length);
      for (const message of messages)
        expect(message).toMatch(language === 'ko' ? /언어 모델.*니다/u : /language model/u);
    }
  });

  it('names each part once, and an unknown part by its name', () => {
    expect(degradedReasons(['x', 'llm_uncited', 'hyde', 'x'], 'en', undefined)).toEqual([
      { part: 'x', message: "The part 'x' was not available." },
      { part: 'llm_uncited', message: expect.stringContaining('could be found in the documents') as string },
      { part: 'hyde', message: expect.stringContaining('optional step with the language model') as string },
    ]);
  });

  it('has its own text before quoted passages for each failure, and says unavailable in all', () => {
    for (const { unavailable } of Object.values(MESSAGES)) {
      expect(new Set(Object.values(unavailable)).size).toBe(FAILURES.length);
      for (const failure of FAILURES) expect(unavailable[failure]).toContain('unavailable');
    }
  });
});
