import { FixedConfiguration, scriptedBench, trialOutcome } from '../../../../test/support/scripted-trials.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { questionOfResult } from '../domain/question-of-result.js';
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
});
