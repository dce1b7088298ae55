import { OPEN_GOLD, Question } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { goldOf } from '../../questions/domain/make-question.js';
import { judgeAnswer, JudgingAids } from './judge-answer.js';

const aids: JudgingAids = {
  phrases: { evasive: [], abstaining: [] },
  states: (text, fact) => (text.includes(fact) ? 'supported' : 'not_found'),
};

/** The provision, with its first sentence as the gold passage, a question about its deadline, and a short and a whole answer. */
const CASES = [
  {
    language: 'ko',
    text:
      '제4조(대여) ① 장비는 사용일 3일 전까지 신청한다. 다만, 행사용 장비는 10일 전까지 신청한다.\n② 대여신청서는 자산관리팀에 제출한다.\n' +
      '제5조(주차) 방문객은 지하 2층에 주차한다.',
    quote: '① 장비는 사용일 3일 전까지 신청한다.',
    fact: '3일 전',
    question: '장비는 며칠 전까지 신청하나요?',
    whole: '장비는 사용일 3일 전까지, 행사용 장비는 10일 전까지 신청하며, 대여신청서는 자산관리팀에 제출한다.',
  },
  {
    language: 'en',
    text:
      '## Booking\nBook the hall 5 days before the event. However, concerts are booked 20 days before. ' +
      'Submit the booking form to the Events team.\n## Bicycles\nBicycles stand behind the gym.',
    quote: 'Book the hall 5 days before the event.',
    fact: '5 days before',
    question: 'How early do I book the hall?',
    whole:
      'Book the hall 5 days before the event, concerts 20 days before, and submit the booking form to the Events team.',
  },
] as const;

type Case = (typeof CASES)[number];

function questionFor({ language, text, quote, fact, question }: Case): Question {
  const start = text.indexOf(quote);
  const core = { documentId: 'd', section: null, quote, facts: [fact], wrong: [], start } as never;
  return { id: 'q', text: question, language, kind: 'fact', gold: goldOf([core], () => text) } as unknown as Question;
}

function judged(question: Question, quote: string, text: string) {
  const source = { documentId: 'd', chunkId: 'c', title: '', quote, start: 0, end: quote.length };
  const answer = { text, abstained: false, sources: [source] } as unknown as TargetAnswer;
  const claim = { claim: text, query: text, checkable: true, quote, documentId: 'd', chunkId: 'c', confidence: 1 };
  return judgeAnswer(question, answer, [{ ...claim, verdict: 'supported', reasons: [] }], aids);
}

describe('points in a session', () => {
  it.each(CASES)(
    'are fewer for a right quote than for all that its provision offers, with the same verdict: $language',
    (one) => {
      const question = questionFor(one);
      const [short, whole] = [judged(question, one.quote, one.quote), judged(question, one.quote, one.whole)];
      expect([short.verdict, whole.verdict]).toEqual(['success', 'success']);
      expect(whole.score).toBeGreaterThan(short.score ?? Infinity);
      for (const name of ['completeness', 'practicality', 'actionability'] as const)
        expect(whole.dimensions?.[name]).toBeGreaterThan(short.dimensions?.[name] ?? Infinity);
    },
  );

  it.each(CASES)('leave a right answer to a question with unknown facts right: $language', (one) => {
    const { verdict } = judged({ ...questionFor(one), gold: OPEN_GOLD }, one.quote, one.quote);
    expect(verdict).toBe('success');
  });
});
