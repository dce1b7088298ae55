import fc from 'fast-check';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { judgeGates } from '../../sessions/domain/gates.js';
import { inKorean, SENTENCES, told } from './localize-ko.js';

const placesIn = (text: string) => [...text.matchAll(/\{\d\}/gu)].map(([place]) => place).sort();

describe('findings for a Korean reader', () => {
  it('keep their quoted values, each in its position', () => {
    expect(inKorean('Another passage (d#2) was held likelier than the right one: 0.7 against 0.1.')).toBe(
      '다른 문단(d#2)을 정답 문단보다 그럴듯하게 보았다. 점수는 0.7 대 0.1이다.',
    );
    for (const [english, korean] of SENTENCES)
      expect([english, placesIn(korean)]).toEqual([english, placesIn(english)]);
  });

  it('leave no English in the steps of a chain, with the claim as it was said', () => {
    const said =
      'asked again unchanged: the answer is still wrong (0.0 of 5); claim “위원은 10명이다. (정원)” is contradicted (ses_1-q-2)';
    expect(inKorean(said)).toBe(
      '바꾸지 않고 다시 물음: 여전히 틀린다(0.0 / 5). 주장 “위원은 10명이다. (정원)”: 원문과 모순 (ses_1-q-2)',
    );
    const cause = 'No pattern classifies the turn as a follow-up, so that it was not completed with the earlier turns.';
    expect(inKorean(cause)).not.toMatch(/[A-Za-z]/u);
  });

  it('are in the table once: no sentence is a duplicate', () => {
    expect(new Set(SENTENCES.map(([english]) => english)).size).toBe(SENTENCES.length);
  });

  it('are found again for any values in their placeholders', () => {
    const filling = fc.array(fc.stringMatching(/^[가-힣0-9]{1,9}$/u), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...SENTENCES), filling, ([english], values) => {
        const filled = english.replace(/\{(\d)\}/gu, (_, place: string) => values[Number(place)] ?? '');
        const korean = inKorean(filled);
        expect(korean).not.toBe(filled);
        for (const place of placesIn(english)) expect(korean).toContain(values[Number(place.slice(1, -1))]);
      }),
    );
  });

  it('are also translated inside another finding', () => {
    expect(inKorean('WRONG_FACT came 3 times: Too few passages are read.')).toBe(
      'WRONG_FACT 3건: 읽은 문단이 너무 적다.',
    );
    expect(
      inKorean(
        'No synonym joins the words: the search alone had the gold passage at place 2. “a” joined with “b”: the answer is right (5.0 of 5), the gold passage is at place 1.',
      ),
    ).toBe(
      '낱말을 잇는 동의어가 없다. 검색만으로는 정답 문단이 2위이다. “a”를 “b”와 이음: 바르게 답한다(5.0 / 5), 정답 문단 1위.',
    );
    expect(
      inKorean(
        'WRONG_FACT came 3 times: No synonym joins the words: the search alone had the gold passage at place 2. “휴학” joined with “쉼”: the answer is right (5.0 of 5), the gold passage is at place 1.',
      ),
    ).toBe(
      'WRONG_FACT 3건: 낱말을 잇는 동의어가 없다. 검색만으로는 정답 문단이 2위이다. “휴학”을 “쉼”과 이음: 바르게 답한다(5.0 / 5), 정답 문단 1위.',
    );
    expect(inKorean('query_analyzer: Add a synonym group for “복전”.')).toBe(
      'query_analyzer: “복전”의 동의어 묶음을 더한다.',
    );
    expect(inKorean('does not change a good set: retrieved 2 times')).toContain('좋은 결과는 그대로 둔다: ');
  });

  it('leave unknown text unchanged, and English readers get the original', () => {
    expect(inKorean('휴학규정 제8조')).toBe('휴학규정 제8조');
    expect(told('No source supports it.', 'en')).toBe('No source supports it.');
  });

  it('cover the sentences of every gate', () => {
    const right = (many: number) => Array.from({ length: many }, (_, i) => testResultOf(`r${i}`, 'success'));
    const followUps = right(15).map((result, i) => ({ ...result, scenarioId: `d${i % 3}`, turn: 2 + i }));
    const wrong = right(9).map((result) => testResultOf(`w${result.resultId}`, 'failure'));
    for (const results of [[], right(10), right(99), wrong, followUps]) {
      for (const { detail } of judgeGates(results, new Set())) {
        expect(inKorean(detail)).not.toBe(detail);
        expect(
          inKorean(detail).replace(/queries_per_persona|--queries|multi_turn.scenarios|--scenarios/gu, ''),
        ).not.toMatch(/[a-z]{2,}/u);
      }
    }
  });
});
