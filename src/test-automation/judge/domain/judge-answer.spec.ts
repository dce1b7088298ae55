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

function judged(question: Question, quote: string, text: string, by = aids) {
  const source = { documentId: 'd', chunkId: 'c', title: '', quote, start: 0, end: quote.length };
  const answer = { text, abstained: false, sources: [source] } as unknown as TargetAnswer;
  const claim = { claim: text, query: text, checkable: true, quote, documentId: 'd', chunkId: 'c', confidence: 1 };
  return judgeAnswer(question, answer, [{ ...claim, verdict: 'supported', reasons: [] }], by);
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

describe('points of an answer', () => {
  it.each([
    { one: CASES[0], text: '방문객은 지하 2층에 주차한다.' },
    { one: CASES[1], text: 'Bicycles stand behind the gym.' },
  ])('are none for accuracy where no required fact is stated: $text', ({ one, text }) => {
    expect(judged(questionFor(one), one.quote, text).dimensions?.accuracy).toBe(0);
  });

  it.each(CASES)('say where their sum is not the score: $language', (one) => {
    const asked = questionFor(one);
    const source = { documentId: 'd', chunkId: 'c', title: '', quote: one.quote, start: 0, end: one.quote.length };
    const answer = { text: one.quote, abstained: false, sources: [source] } as unknown as TargetAnswer;
    const claim = { claim: one.quote, query: '', checkable: false, quote: null, documentId: null, chunkId: null };
    const { score, reasons } = judgeAnswer(
      asked,
      answer,
      [{ ...claim, verdict: 'not_found', confidence: 1, reasons: [] }],
      aids,
    );
    expect(score).toBe(4);
    expect(reasons.at(-1)).toMatch(/^The points add up to [\d.]+; the verdict lifts the score to 4\.$/u);
  });

  it('are as many for a right abstention in both languages', () => {
    const scores = ['이 문서에서 이 질문의 답을 찾지 못했습니다.', 'I did not find an answer to this question.'].map(
      (text) => {
        const asked = { ...questionFor(CASES[0]), gold: { ...questionFor(CASES[0]).gold, answerable: false } };
        const answer = { text, abstained: true, sources: [] } as unknown as TargetAnswer;
        const claim = { claim: text, query: '', checkable: true, quote: null, documentId: null, chunkId: null };
        return judgeAnswer(asked, answer, [{ ...claim, verdict: 'supported', confidence: 1, reasons: [] }], aids).score;
      },
    );
    expect(scores[0]).toBe(scores[1]);
  });
});

describe('required facts that an answer lacks', () => {
  const [one] = CASES;
  const two = { ...questionFor(one), gold: { ...questionFor(one).gold, requiredFacts: ['3일 전', '자산관리팀'] } };

  it('are recorded, and none where all are stated', () => {
    expect(judged(two, one.quote, one.quote).lacks).toEqual(['자산관리팀']);
    expect(judged(two, one.quote, one.whole).lacks).toBeUndefined();
  });

  it.each(['문서에서 답을 찾지 못했습니다.', '어떤 장비를 말씀하시나요?'])(
    'are all where it answers nothing: %s',
    (text) => {
      const abstaining = { ...aids, phrases: { evasive: [], abstaining: ['찾지 못했습니다'] } };
      expect(judged(two, '', text, abstaining).lacks).toEqual(['3일 전', '자산관리팀']);
    },
  );
});

describe('a reply that answers nothing', () => {
  const replies = [
    { one: CASES[0], text: '경우에 따라 다르므로 자세한 내용은 담당 부서에 문의하시기 바랍니다.' },
    { one: CASES[0], text: '어떤 장비를 말씀하시나요?' },
    { one: CASES[1], text: 'It depends; please contact the office.' },
    { one: CASES[1], text: 'Which hall do you mean?' },
  ] as const;

  it.each(replies)('is a generic answer, as in POST /judge: $text', ({ one, text }) => {
    expect(judged(questionFor(one), one.quote, text)).toMatchObject({
      verdict: 'failure',
      failureType: 'GENERIC_ANSWER',
      score: 0,
    });
  });

  it.each(CASES)('is irrelevant where it repeats the question: $language', (one) => {
    expect(judged(questionFor(one), one.quote, one.question)).toMatchObject({
      verdict: 'failure',
      failureType: 'IRRELEVANT',
    });
  });
});

describe('an evasive phrase', () => {
  const evading: JudgingAids = { ...aids, phrases: { evasive: ['확인이 필요합니다', 'may vary'], abstaining: [] } };
  const ROWS = [
    { one: CASES[0], row: '| 대여 기간 | 사용일 3일 전까지 신청한다. 재고는 확인이 필요합니다. |' },
    { one: CASES[1], row: '| Hall | Book the hall 5 days before. Prices may vary. |' },
  ] as const;
  const reasonsOf = ({ one, row }: (typeof ROWS)[number], text: string) => {
    const gold = { ...questionFor(one).gold, quote: row, provision: `Head\n${row}` };
    return judged({ ...questionFor(one), gold }, row, text, evading).reasons.join(' ');
  };

  it.each(ROWS)(
    'counts in words of the answer alone, not in a quoted row of the right passage: $one.language',
    (one) => {
      expect(reasonsOf(one, one.row)).not.toContain('Evades');
      expect(
        reasonsOf(one, `${one.row}\n${one.one.language === 'ko' ? '확인이 필요합니다.' : 'Rules may vary.'}`),
      ).toContain('Evades');
    },
  );
});

describe('a quote that names its topic in the title of its document alone', () => {
  it('is not about another topic', () => {
    const [, one] = CASES;
    const gold = { ...questionFor(one).gold, documentId: 'other', requiredFacts: ['sensitive information'] };
    const question = { ...questionFor(one), gold, text: 'May I keep sensitive records in GitHub?' };
    const quote = 'You cannot use it to store any sensitive information, payment records or personal matters.';
    const said = (title: string) => {
      const source = { documentId: 'd', chunkId: 'c', title, quote, start: 0, end: quote.length };
      const claim = {
        claim: quote,
        query: quote,
        checkable: true,
        quote,
        documentId: 'd',
        chunkId: 'c',
        confidence: 1,
      };
      const answer = { text: quote, abstained: false, sources: [source] } as unknown as TargetAnswer;
      const given = { ...gold, quote: 'Keep secrets out of GitHub.' };
      return judgeAnswer({ ...question, gold: given }, answer, [{ ...claim, verdict: 'supported', reasons: [] }], aids);
    };
    expect(said('GitHub').reasons.join(' ')).not.toContain('another topic');
    expect(said('Boats').reasons.join(' ')).toContain('another topic');
  });
});

describe('an answer whose one paragraph states the fact, from another page than the gold', () => {
  const PAGES = [
    {
      question: 'Can someone tell me whether it is OK to store confidential stuff in ShareBox?',
      quote: '**Do not store sensitive information in ShareBox**, including passwords.',
      fact: 'store',
      right: 'You cannot use it to store any sensitive information',
      beside:
        'Many websites offer the option to sign in with your account and may further request permission to access your personal user data, which can reveal private addresses.',
      other: 'You cannot use the meadow to store firewood overnight',
      titles: ['ShareBox', 'Campsite'],
    },
    {
      question: '동아리방에 비밀 문서를 보관해도 되나요?',
      quote: '동아리방에는 비밀 문서를 보관할 수 없다.',
      fact: '보관할 수 없',
      right: '비밀 문서는 이곳에 보관할 수 없다.',
      beside:
        '출입 카드를 잃어버린 회원은 즉시 관리실로 신고하고 재발급 수수료를 낸 다음 새로운 카드를 받아 정문에서 등록한다.',
      other: '수영장 물품함에는 귀중품을 보관할 수 없다.',
      titles: ['동아리방 이용 안내', '수영장 안내'],
    },
  ] as const;
  const verdictOn = ({ question, quote, fact, beside }: (typeof PAGES)[number], text: string, title: string) => {
    const gold = { ...questionFor(CASES[0]).gold, documentId: 'gold', quote, requiredFacts: [fact], provision: quote };
    const said = `${beside}\n\n${text}`;
    const sources = [beside, text].map((part) => ({
      documentId: 'd',
      chunkId: 'd#1',
      title,
      quote: part,
      start: 0,
      end: 1,
    }));
    const claims = [beside, text].map((claim) => ({
      claim,
      query: claim,
      verdict: 'supported' as const,
      checkable: true,
      quote: claim,
      documentId: 'd',
      chunkId: 'd#1',
      confidence: 1,
      reasons: [],
    }));
    const answer = { text: said, abstained: false, sources } as unknown as TargetAnswer;
    return judgeAnswer({ ...questionFor(CASES[0]), text: question, gold }, answer, claims, aids);
  };

  it.each(PAGES)(
    'is right where the paragraph has the topic, and about another topic where it has not: $fact',
    (one) => {
      const [own, other] = one.titles;
      const right = verdictOn(one, one.right, own);
      expect([right.verdict, right.reasons.join(' ')]).toEqual([
        'success',
        expect.not.stringContaining('another topic'),
      ]);
      const wrong = verdictOn(one, one.other, other);
      expect(wrong.reasons.join(' ')).toContain('another topic');
      expect(wrong.verdict).toBe('failure');
    },
  );

  it.each(PAGES)('is right where a list on one line has the fact among other items: $fact', (one) => {
    const list = (item: string) =>
      `This means: - ${item} - It generally has no access to any moderate system. Reach out to the channel with questions.`;
    const [own, other] = one.titles;
    expect(verdictOn(one, list(one.right), own).reasons.join(' ')).not.toContain('another topic');
    expect(verdictOn(one, list(one.other), other).reasons.join(' ')).toContain('another topic');
  });
});
