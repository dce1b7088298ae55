import { Persona } from '../../personas/domain/persona.js';
import { aSessionRequest } from '../../../../test/support/a-session.js';
import { questionOf } from '../../../../test/support/fake-session-parts.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { lastOf } from '../../../shared/domain/steps.js';
import { chooseInSteps } from './choose-questions.js';
import { CoreQuestion } from './core-question.js';
import { expiredQuestion } from './hidden-question.js';
import { questionFor } from './kind-question.js';
import { nearMiss } from './near-miss.js';
import { fitsOf, inVoice } from './persona-voice.js';
import { concerns } from './persona-concerns.js';
import { BorderAsking } from './question-lexicon.js';
import { NO_HISTORY } from './question-maker.js';
import { Desk, isAsked, newDesk, take } from './question-desk.js';
import { questionPool } from './question-pool.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { UNDATED } from '../../../../test/support/undated.js';

const documentOf = (documentId: string, title: string, text: string, more: Partial<SourceDocument> = {}) => ({
  documentId,
  title,
  text,
  canonicalPath: ['rules'],
  ...UNDATED,
  ...more,
});
const personaOf = (language: 'en' | 'ko', more: Partial<Persona> = {}): Persona => ({
  id: 'p',
  name: language === 'ko' ? '직원' : 'Member',
  description: '',
  language,
  goals: ['g'],
  knowledge: 'informed',
  tone: 'polite',
  vocabulary: [],
  audiencePaths: [],
  ...more,
});
const DAY = '2026-06-01';
const poolOf = (documents: readonly SourceDocument[], border: readonly BorderAsking[] = []) =>
  questionPool(documents, { outside: [], slang: [], border }, DAY, 'as_people_ask');

const KOREAN = documentOf(
  'boats',
  '나루터 규정',
  [
    '제2조(대여) 보트를 빌리고자 하는 자는 대여신청서를 선착장 사무실에 내고 미리 나루터장의 허가를 받아야 한다.',
    '제3조(반납) 빌린 보트를 제때 반납하지 아니한 자는 그해의 대여 자격을 상실한다.',
    '제4조(비품) 구명조끼를 분실한 사람은 다음 날까지 그 사실을 선착장에 알리고 비용을 변상한다.',
  ].join('\n'),
);
const ENGLISH = documentOf(
  'desk',
  'Front desk',
  [
    '## Badges',
    'To get a replacement for a lost visitor badge, submit the Badge Renewal Form to the people at the front desk of the main building.',
    '## Lockers',
    'Keys of the lockers in the basement are granted by the Facilities office after a short check of the papers that you bring with you.',
    '## Parcels',
    'You must collect a parcel at the reception counter within 14 days, since the shelves behind the people who work there are rather small.',
  ].join('\n'),
);

const seedOf = (document: SourceDocument, question: RegExp): CoreQuestion => {
  const found = poolOf([document]).current.find(({ forms }) => question.test(forms.polite));
  if (found === undefined) throw new Error(`No question matches ${question.source}.`);
  return found;
};

describe('the questions of one session', () => {
  const deskOver = (documents: readonly SourceDocument[]) =>
    newDesk(poolOf(documents), NO_HISTORY, { random: new SeededRandom('desk'), mayHide: false });
  const asked = (desk: Desk, core: CoreQuestion): void => {
    const question = questionFor(core, 'fact', {
      persona: personaOf(core.language),
      difficulty: 'easy',
      pool: desk.pool,
    });
    if (question === undefined) throw new Error(`${core.forms.polite} is not asked.`);
    take(desk, [core], question);
  };
  const found = (desk: Desk, question: RegExp): CoreQuestion[] =>
    desk.pool.current.filter(({ forms }) => question.test(forms.polite));

  it('do not ask again for a fact of a provision, in whatever way (Korean)', () => {
    const desk = deskOver([KOREAN]);
    const [how] = found(desk, /어떻게 해야/u);
    const [papers] = found(desk, /무슨 서류/u);
    const [other] = found(desk, /어떻게 되/u);
    if (how === undefined || papers === undefined || other === undefined) throw new Error('A question is missing.');
    asked(desk, how);
    expect([how, papers, other].map((core) => isAsked(desk, core))).toEqual([true, true, false]);
  });

  it.each([
    [
      'en',
      (title: string) => ({
        title,
        text: '## Leave\nSubmit the request for a leave at least 9 days before the first day on which you will be away from work and out of reach.',
      }),
      ['Alpha', 'Beta'],
      true,
    ],
    [
      'ko',
      (title: string) => ({
        title,
        text: '제4조(구성) 위원회는 위원장을 포함하여 9명 이내의 위원으로 구성한다.',
      }),
      ['가람심의위원회규정', '나래도서관기획위원회규정'],
      false,
    ],
  ] as const)(
    'do not ask the same words about another document, unless they name another body (%s)',
    (_, of, titles, isSame) => {
      const documents = titles.map((title, i) => documentOf(`d${i}`, of(title).title, of(title).text));
      const desk = deskOver(documents);
      const [first, second] = desk.pool.current;
      if (first === undefined || second === undefined) throw new Error('A question is missing.');
      for (const core of [first, second])
        questionFor(core, 'fact', { persona: personaOf(core.language), difficulty: 'easy', pool: desk.pool });
      take(desk, [first], questionOf('q1'));
      expect(isAsked(desk, second)).toBe(isSame);
    },
  );
});

describe('a session over a small store', () => {
  const chosen = (documents: readonly SourceDocument[], queriesPerPersona: number) => {
    const target = { kind: 'http', baseUrl: undefined, model: undefined, apiKeyEnv: undefined } as const;
    const request = aSessionRequest({ seed: 4, target, queriesPerPersona, scenarios: 0, turns: 0 });
    return lastOf(chooseInSteps(request, [personaOf('ko')], poolOf(documents), NO_HISTORY));
  };

  it('asks the same in other words when the documents give nothing else, and as many as were ordered', () => {
    const { questions } = chosen([KOREAN], 5);
    expect(questions).toHaveLength(5);
    const asked = new Set(questions.map(({ gold }) => gold.requiredFacts.join('/')));
    expect(questions.length).toBeGreaterThan(asked.size);
    expect(new Set(questions.map(({ text }) => text)).size).toBe(questions.length);
  });
});

describe('what a person says before a question', () => {
  it('fits the question: fear of a fault for what is forbidden, haste for what has a time limit', () => {
    expect(fitsOf(seedOf(KOREAN, /어떻게 되/u))).toContain('fault');
    expect(fitsOf(seedOf(ENGLISH, /how (?:long|soon) do I have/u))).toContain('time');
    expect(fitsOf(seedOf(ENGLISH, /^who /u))).toEqual(['any']);
    const head = documentOf(
      'h',
      '가람위원회규정',
      '제4조(구성) 위원회는 위원장을 포함하여 9명 이내의 위원으로 구성한다.',
    );
    expect(fitsOf(seedOf(head, /몇 명/u))).toEqual(['any']);
  });

  it('is their own situation only where the question is about a matter of their own', () => {
    const persona = personaOf('ko', { tone: 'anxious', vocabulary: ['집안 사정이 갑자기 어려워져서'] });
    const said = (core: CoreQuestion) =>
      Array.from({ length: 60 }, (_, i) =>
        inVoice(
          { kind: 'fact', language: 'ko', topic: '', forms: [core.forms], slot: core.slot, fits: fitsOf(core) },
          persona,
          new SeededRandom(`say/${i}`),
        ),
      );
    const head = documentOf(
      'h',
      '가람위원회규정',
      '제4조(구성) 위원회는 위원장을 포함하여 9명 이내의 위원으로 구성한다.',
    );
    expect(said(seedOf(head, /몇 명/u)).some((text) => text.includes('집안 사정'))).toBe(false);
    expect(said(seedOf(KOREAN, /려면/u)).some((text) => text.includes('집안 사정'))).toBe(true);
  });

  it('is at most one sentence, and the subject follows it', () => {
    const core = seedOf(KOREAN, /려면/u);
    const speech = {
      kind: 'emotional',
      language: 'ko',
      topic: '나루터',
      forms: [core.forms],
      slot: core.slot,
    } as const;
    for (let i = 0; i < 20; i++) {
      const text = inVoice(speech, personaOf('ko', { vocabulary: ['저 처음인데요'] }), new SeededRandom(`moved/${i}`));
      expect(text.match(/[.?] /gu)).toHaveLength(1);
      expect(text).toContain('나루터 관련해서 ');
    }
  });
});

describe('the people who ask', () => {
  const person = (name: string, description = ''): Persona => personaOf('ko', { name, description });
  const about = (quote: string) => ({ documentTitle: '규정', topic: '', quote });

  it('are concerned by matters of their role and by those of nobody', () => {
    expect(concerns(person('신입생'), about('휴학하려는 학생은 휴학원을 낸다.'))).toBe(true);
    expect(concerns(person('신임 교수'), about('휴학하려는 학생은 휴학원을 낸다.'))).toBe(false);
    expect(concerns(person('신입 직원'), about('직원의 연차는 15일로 한다.'))).toBe(true);
    expect(concerns(person('신입생'), about('회의실은 예약하여 쓴다.'))).toBe(true);
    expect(concerns(person('손님'), about('직원의 연차는 15일로 한다.'))).toBe(true);
    expect(concerns(personaOf('en', { description: 'A student.' }), about('Students enroll in May.'))).toBe(true);
    expect(concerns(personaOf('en', { description: 'A lecturer.' }), about('Students enroll in May.'))).toBe(false);
  });
});

describe('near misses', () => {
  const asker = (documents: readonly SourceDocument[], border: BorderAsking, language: 'en' | 'ko') => ({
    persona: personaOf(language),
    difficulty: 'easy' as const,
    pool: poolOf(documents, [border]),
  });
  const made = (documents: readonly SourceDocument[], border: BorderAsking, language: 'en' | 'ko') => {
    const given = asker(documents, border, language);
    return given.pool.current.flatMap((core) => nearMiss(core, given, border.about, new Set()) ?? []);
  };
  const FEE: BorderAsking = { language: 'ko', about: 'act', terms: ['수수료'], asked: '{t} 수수료를 얼마나 내야 한다' };
  const COST: BorderAsking = {
    language: 'en',
    about: 'act',
    terms: ['cost', 'fee'],
    asked: 'whether I have to pay anything to {t}',
  };

  it('ask beyond the rules of a subject, with one person for both clauses', () => {
    const [korean] = made([KOREAN], FEE, 'ko');
    expect(korean?.text).toMatch(/빌리려면 수수료를 얼마나 내야 /u);
    expect(korean?.gold.answerable).toBe(false);
    const [english] = made([ENGLISH], COST, 'en');
    expect(english?.text).toMatch(/pay anything to get a replacement/iu);
    expect(english?.gold.answerable).toBe(false);
  });

  it('are not made of what is forbidden: the rule answers them too', () => {
    const rule = (may: string) =>
      documentOf('bikes', 'Bikes', `## Bikes\nYou ${may} bring electric bikes into the storage room.`);
    expect(made([rule('may')], COST, 'en')).toHaveLength(1);
    expect(made([rule('cannot')], COST, 'en')).toEqual([]);
  });

  it('are not made where a document mentions it', () => {
    const paid = documentOf('fees', '보트 수수료 규정', '제2조(수수료) 보트를 빌리는 사람은 수수료 5천원을 낸다.');
    expect(made([KOREAN, paid], FEE, 'ko')).toEqual([]);
    const priced = documentOf('fees', 'Fees', '## Fees\nA replacement for a lost visitor badge has a fee of $5.');
    expect(made([ENGLISH, priced], COST, 'en')).toEqual([]);
  });
});

describe('a question that only an edition out of force answers', () => {
  const of = (documents: readonly SourceDocument[], language: 'en' | 'ko') => {
    const pool = poolOf(documents);
    const refused: string[] = [];
    const persona = personaOf(language);
    const questions = pool.outOfForce.flatMap(
      (core) =>
        expiredQuestion(core, {
          persona,
          difficulty: 'medium',
          pool,
          onRefused: (reason) => void refused.push(reason),
        }) ?? [],
    );
    return { questions, refused };
  };

  it.each([
    ['ko', 'ended', KOREAN, { effectiveTo: '2025-12-31' }],
    ['ko', 'to come', KOREAN, { effectiveFrom: '2027-01-01' }],
    ['en', 'ended', ENGLISH, { effectiveTo: '2025-12-31' }],
    ['en', 'to come', ENGLISH, { effectiveFrom: '2027-01-01' }],
  ] as const)('is unanswerable today, and names the edition that hides it (%s, %s)', (language, _, document, days) => {
    const present = language === 'ko' ? ENGLISH : KOREAN;
    const { questions } = of([{ ...document, ...days }, present], language);
    expect(questions.length).toBeGreaterThan(0);
    for (const { gold, hidden, kind, asOf } of questions) {
      expect([kind, gold.answerable, asOf]).toEqual(['unanswerable', false, undefined]);
      expect(hidden?.visible).toBeUndefined();
      expect(hidden?.edition).toEqual({ effectiveFrom: null, effectiveTo: null, ...days });
      expect(document.text).toContain(hidden?.quote);
    }
  });

  it.each([
    ['ko', KOREAN, '나루터장', '강변과장'],
    ['en', ENGLISH, 'Badge Renewal Form', 'Badge Order Form'],
  ] as const)(
    'is refused where the edition in force states the same or another value (%s)',
    (language, document, value, other) => {
      for (const text of [document.text, document.text.replace(value, other)]) {
        const now = { ...document, documentId: 'now', text, effectiveFrom: '2026-01-01' };
        const { questions, refused } = of([{ ...document, effectiveTo: '2025-12-31' }, now], language);
        expect(questions).toEqual([]);
        expect(refused.length).toBeGreaterThan(0);
      }
    },
  );
});
