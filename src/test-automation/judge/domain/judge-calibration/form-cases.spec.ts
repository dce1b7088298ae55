import { SourceDocument } from '../../../domain/session-scope.js';
import { notEvaluated } from '../judge-answer.js';
import { faultInjection } from './fault-injection.js';
import { formRates, leastOverlap } from './form-rates.js';
import { ANSWER_FORMS } from './trial-case.js';
import { UNDATED } from '../../../../../test/support/undated.js';

const BODIES = ['바람', '구름', '이슬', '안개', '서리', '노을'];
/** Bodies with nearly the same articles, which differ in their numbers alone. */
const documents: SourceDocument[] = BODIES.map((name, i) => ({
  documentId: `rules/${i}`,
  title: `${name} 연구소 규정`,
  text: [
    `제2조(위원) ① 위원회는 위원장을 포함하여 ${i + 5}명 이내의 위원으로 구성한다. ② 위원의 임기는 ${i + 1}년으로 하며 연임할 수 있다.`,
    `제3조(회의) 회의는 개최일 ${i + 4}일 전까지 위원에게 통지하여야 한다. 회의록은 간사가 작성하여 회의를 마친 날부터 ${i + 2}년 동안 보관하여야 한다. 회의를 방청하려는 사람은 미리 위원장에게 알려야 한다.`,
    `제4조(반환) 빌린 장비는 사용을 마친 날부터 ${i + 9}일 이내에 반환하여야 한다.`,
    `제5조(대여) 장비는 한 번에 ${i + 3}개월 동안 빌리며, 모두 ${i + 2}년 동안 빌릴 수 있다.`,
  ].join('\n\n'),
  canonicalPath: ['규정'],
  ...UNDATED,
}));

describe('the trial of a judge by form', () => {
  const cases = faultInjection({ documents, outside: [], phrases: { evasive: [], abstention: [] } as never }, 1);
  const ofForms = cases.filter(({ form }) => form !== undefined);

  it('has right and wrong answers in the forms of chat systems, with and without their source', () => {
    const forms = new Set(ofForms.map(({ form }) => form?.form));
    expect(ANSWER_FORMS.filter((form) => !forms.has(form))).toEqual([]);
    for (const cited of [true, false])
      for (const isFault of [true, false])
        expect(ofForms.some((c) => c.form?.cited === cited && c.isFault === isFault)).toBe(true);
    for (const { form, answer } of ofForms) expect(answer.sources.length > 0).toBe(form?.cited);
  });

  it('is also about boilerplate: provisions of several bodies that differ in their numbers alone', () => {
    expect(ofForms.some(({ form }) => form?.boilerplate === true)).toBe(true);
    const tried = ofForms.map((trial) => ({ trial, judgement: { ...notEvaluated(''), verdict: 'success' as const } }));
    const rates = formRates(tried);
    expect(rates.some(({ form }) => form === 'boilerplate')).toBe(true);
    // A judge that lets everything pass refuses no right answer and catches no wrong one.
    expect(rates.every(({ refused, caught }) => (refused ?? 0) === 0 && (caught ?? 0) === 0)).toBe(true);
    expect(leastOverlap(tried)).toBeGreaterThan(0);
  });

  const textsOf = (name: string, isFault: boolean) =>
    ofForms.flatMap((c) => (c.form?.form === name && c.isFault === isFault ? [c] : []));

  it('calculates the last day of a term, and gives another day as a fault', () => {
    for (const { question, answer } of textsOf('calculated', false)) {
      const days = Number(/(\d+)일 이내/u.exec(question.gold.quote ?? '')?.[1]);
      const day = new Date(Date.UTC(2027, 2, 1 + days));
      expect(answer.text).toBe(`${day.getUTCMonth() + 1}월 ${day.getUTCDate()}일까지입니다.`);
      expect(
        textsOf('calculated', true).some(
          (other) => other.answer.text === answer.text && other.question.gold.quote === question.gold.quote,
        ),
      ).toBe(false);
    }
  });

  it('asks for two numbers where the fault is that only one is given', () => {
    for (const { question, answer } of textsOf('partial', true)) {
      expect(question.gold.requiredFacts).toHaveLength(2);
      expect(question.gold.requiredFacts.filter((fact) => answer.text.includes(fact))).toHaveLength(1);
    }
  });

  it('says numbers in the other language, and has no right refusal or question back', () => {
    for (const { answer } of textsOf('across', false)) expect(answer.text).not.toMatch(/[가-힣]/u);
    expect([...textsOf('refusal', false), ...textsOf('clarifying', false)]).toEqual([]);
  });

  it('gives no wrong answer that says what the provision says', () => {
    for (const { isFault, question, answer } of ofForms)
      if (isFault) expect(answer.text).not.toContain(question.gold.quote);
  });
});
