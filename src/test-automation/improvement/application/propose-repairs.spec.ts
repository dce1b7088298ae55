import fc from 'fast-check';
import { FixedConfiguration, scriptedBench, trialOutcome } from '../../../../test/support/scripted-trials.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { askedInUse } from '../../questions/domain/abstained-questions.js';
import { questionOfResult, unansweredTrial } from '../domain/question-of-result.js';
import { Trial } from '../domain/trial.js';
import { ProposePatterns } from './propose-patterns.js';
import { ProposeRepairs } from './propose-repairs.js';
import { ProposeWeights } from './propose-weights.js';

function trialOf(query: string, quote: string): Trial {
  const { gold, ...result } = testResultOf(query, 'failure', { query });
  return { question: questionOfResult({ ...result, gold: { ...gold, quote } }), intent: null };
}

const configuration = new FixedConfiguration();
const repairs = new ProposeRepairs(
  configuration,
  new ProposePatterns(configuration),
  new ProposeWeights(configuration),
);

/** Failed questions with a word that their passages do not have: the word, the word of the passages, and the questions. */
const WORDS = [
  {
    asked: '알바',
    written: '근로장학생',
    failing: [
      trialOf('알바 시급은 얼마인가요?', '근로장학생 급여는 위원회에서 정한다.'),
      trialOf('알바 모집은 언제인가요?', '근로장학생 선발은 도서관에서 공고한다.'),
    ],
  },
  {
    asked: 'laptop',
    written: 'workstation',
    failing: [
      trialOf('Who repairs my laptop?', 'A broken workstation goes to the service desk in the basement.'),
      trialOf('May my laptop leave the building?', 'Taking a workstation abroad requires a permit of the director.'),
    ],
  },
] as const;
const INVESTIGATED = { investigations: [] };

function bench(cures: (patch: string) => boolean, near: (word: string, other: string) => number = () => 0) {
  const { sandbox, bench: runner } = scriptedBench();
  sandbox.isRight = (_, patch) => cures(JSON.stringify(patch));
  sandbox.near = near;
  return runner;
}
const joined = (asked: string, written: string) => `“${asked}” joined with “${written}”`;

describe('synonyms', () => {
  it.each(WORDS)('are proposed for a word of one failed question only if its meaning is near: $asked', async (word) => {
    const { asked, written, failing } = word;
    const outcomes = [trialOutcome(failing[0], false)];
    const cures = (patch: string) => patch.includes(asked) && patch.includes(written);
    const seen = { outcomes, ...INVESTIGATED };
    expect(await repairs.synonyms(bench(cures), seen)).toEqual([]);
    const near = (one: string, other: string) => Number(one === asked && other === written);
    const found = await repairs.synonyms(bench(cures, near), seen);
    expect(found.map(({ suggestedValue }) => suggestedValue)).toEqual([joined(asked, written)]);
  });

  it.each(WORDS)('are proposed for a word of two failed questions by what they cure: $asked', async (word) => {
    const { asked, written, failing } = word;
    const outcomes = failing.map((trial) => trialOutcome(trial, false));
    const cures = (patch: string) => patch.includes(asked) && patch.includes(written);
    const found = await repairs.synonyms(bench(cures), { outcomes, ...INVESTIGATED });
    expect(found).toMatchObject([
      { suggestedValue: joined(asked, written), failing, expected: '2 of 2 failures cured when it was tried.' },
    ]);
  });

  it.each(WORDS)('that are near in meaning leave out those that only cure: $asked', async (word) => {
    const { asked, written, failing } = word;
    const outcomes = failing.map((trial) => trialOutcome(trial, false));
    const near = (one: string, other: string) => Number(one === asked && other === written);
    const found = await repairs.synonyms(
      bench((patch) => patch.includes(asked), near),
      { outcomes, ...INVESTIGATED },
    );
    expect(found.map(({ suggestedValue }) => suggestedValue)).toEqual([joined(asked, written)]);
  });

  it.each(WORDS)(
    'are not proposed for cures of one fact alone, or with a word of one passage: $asked',
    async (word) => {
      const { asked, failing } = word;
      const anyWord = bench((patch) => patch.includes(asked));
      const outcomes = failing.map((trial) => trialOutcome(trial, false));
      const found = await repairs.synonyms(anyWord, { outcomes, ...INVESTIGATED });
      expect(found.map(({ suggestedValue }) => suggestedValue)).toEqual([joined(asked, word.written)]);
      const [first] = failing;
      const twice = [
        first,
        { ...first, question: { ...first.question, id: 'again', text: `${first.question.text}!` } },
      ];
      const one = await repairs.synonyms(anyWord, {
        outcomes: twice.map((trial) => trialOutcome(trial, false)),
        ...INVESTIGATED,
      });
      expect(one).toEqual([]);
    },
  );

  it('are shown by questions without a known answer too, if the passage that answers has the word', async () => {
    const [first, second] = WORDS[0].failing;
    const open = unansweredTrial(askedInUse('open', second.question.text));
    const outcomes = [trialOutcome(first, false), trialOutcome(open, false)];
    const { sandbox, bench: runner } = scriptedBench();
    sandbox.isRight = (_, patch) => JSON.stringify(patch).includes('알바');
    sandbox.ranked = () => [
      { documentId: 'd', title: 'D', section: null, text: '근로장학생 선발은 도서관에서 공고한다.' },
    ];
    sandbox.quotes = ['근로장학생 급여는 위원회에서 정한다.'];
    const found = await repairs.synonyms(runner, { outcomes, ...INVESTIGATED });
    expect(found.map(({ suggestedValue }) => suggestedValue)).toContain(joined('알바', '근로장학생'));
    sandbox.quotes = ['시급은 게시판에 있다.'];
    runner.forget();
    expect(await repairs.synonyms(runner, { outcomes, ...INVESTIGATED })).toEqual([]);
  });

  it.each(WORDS)('are at most three for a word: $asked', async ({ asked, failing }) => {
    const outcomes = failing.map((trial) => trialOutcome(trial, false));
    const found = await repairs.synonyms(
      bench(
        (patch) => patch.includes(asked),
        () => 1,
      ),
      { outcomes, ...INVESTIGATED },
    );
    expect(found.filter(({ suggestedValue }) => suggestedValue.startsWith(`“${asked}”`))).toHaveLength(3);
  });

  it.each(WORDS)('are not proposed for a word that more questions are answered with: $asked', async (word) => {
    const { asked, failing } = word;
    const answered = [1, 2, 3].map((n) =>
      trialOutcome(trialOf(`${asked} ${n}?`, failing[0].question.gold.quote ?? ''), true),
    );
    const outcomes = [...failing.map((trial) => trialOutcome(trial, false)), ...answered];
    const found = await repairs.synonyms(
      bench((patch) => patch.includes(asked)),
      { outcomes, ...INVESTIGATED },
    );
    expect(found.filter(({ suggestedValue }) => suggestedValue.startsWith(`“${asked}”`))).toEqual([]);
  });

  const returning = [
    trialOf('군대에서 돌아올 때 무엇을 내나요?', '복학은 병역증을 제출한 뒤에 한다.'),
    trialOf('돌아온 뒤에 등록은 언제인가요?', '3월 2일까지 복학을 마친 학생이 등록한다.'),
  ];
  const asVerb = (near: number) => {
    const { sandbox, bench: runner } = scriptedBench();
    sandbox.isRight = (_, patch) => JSON.stringify(patch).includes('돌아오다');
    sandbox.near = (one, other) => (one === '돌아오다' && other === '복학' ? near : 0);
    sandbox.knownWords = ['돌아오다'];
    return { sandbox, runner };
  };
  const lost = returning.map((trial) => trialOutcome(trial, false));

  it('join a verb, in its dictionary form, with the noun that means it, and with no other', async () => {
    const { runner } = asVerb(0.9);
    const found = await repairs.synonyms(runner, { outcomes: lost, ...INVESTIGATED });
    expect(found.map(({ suggestedValue }) => suggestedValue)).toEqual([joined('돌아오다', '복학')]);
    expect(found[0]?.patch).toEqual([
      { op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['복학', '돌아오다'] } },
    ]);
    expect(await repairs.synonyms(asVerb(0.3).runner, { outcomes: lost, ...INVESTIGATED })).toEqual([]);
  });

  it('are not proposed where the lexicon joins the words already', async () => {
    const { sandbox, runner } = asVerb(0.9);
    sandbox.names = new Map([['돌아오다', ['복 학', '귀환']]]);
    expect(await repairs.synonyms(runner, { outcomes: lost, ...INVESTIGATED })).toEqual([]);
  });
});

/** Sentences of words with particles and endings, of which only the words may be in a proposal. */
const PARTS = {
  ko: {
    words: ['기숙사', '장학금', '회의실', '보증금', '실험실', '도서관', '주차장', '증명서'],
    after: ['은', '는', '이', '가', '을', '를', '에서', '으로', '까지', '부터', '에게', '만', '도', '의', '이나', '에는', '과', ''],
    filler: ['혹시', '그리고', '언제', '어떻게', '받나요', '되나요', '알려주세요', '신청하려면', '관련해서', '수', '있는', '때', '하는데', '궁금합니다', '꼭', '또는', '같은', '얼마나'],
  },
  en: {
    words: ['laptop', 'workstation', 'allowance', 'invoice', 'visitor', 'parking', 'badge', 'contractor'],
    after: [''],
    filler: ['the', 'how', 'do', 'i', 'which', 'with', 'please', 'would', 'about', 'of', 'where', 'could', 'and', 'what', 'when', 'for', 'is', 'my'],
  },
} as const; // prettier-ignore

describe.each(['ko', 'en'] as const)('words of a proposal (%s)', (language) => {
  const { words, after, filler } = PARTS[language];
  const phrase = fc
    .tuple(fc.constantFrom(...words), fc.constantFrom(...after), fc.constantFrom(...filler))
    .map(([word, particle, other]) => `${word}${particle} ${other}`);
  const sentence = fc.array(phrase, { minLength: 2, maxLength: 5 }).map((phrases) => phrases.join(' '));

  it('are never particles, endings or function words', async () => {
    let proposed = 0;
    const pairs = fc.array(fc.tuple(sentence, sentence), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(pairs, async (made) => {
        const outcomes = made.map(([asked, written], i) =>
          trialOutcome(trialOf(`${asked}?`, `${written}. ${i}`), false),
        );
        const cured = bench(
          (patch) => patch !== '[]',
          () => 1,
        );
        for (const { suggestedValue } of await repairs.synonyms(cured, { outcomes, ...INVESTIGATED })) {
          proposed++;
          const [, ...named] = /^“([^”]+)” joined with “([^”]+)”$/u.exec(suggestedValue) ?? [];
          for (const word of named) expect(words).toContain(word);
        }
      }),
      { numRuns: 150 },
    );
    expect(proposed).toBeGreaterThan(0);
  });
});
