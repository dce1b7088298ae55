import { lastOf } from '../../../../shared/domain/steps.js';
import { Question } from '../../../domain/question.js';
import { measureInSteps, measuredDifficulty } from './measure-baseline.js';
import { PlainSearch } from './plain-search.js';
import { UNDATED } from '../../../../../test/support/undated.js';

const document = (documentId: string, text: string) => ({
  documentId,
  title: documentId,
  text,
  canonicalPath: ['rules'],
  ...UNDATED,
});
const search = lastOf(
  PlainSearch.over([
    document('bikes', '## Bikes\nBikes are kept in the yard for 30 days.'),
    document('boats', '## Boats\nBoats are moored at the pier. The fee for boats is 12 dollars.'),
  ]),
);
const question = (
  text: string,
  documentId: string | null,
  quote: string | null,
  facts: readonly string[],
): Question => ({
  id: text,
  personaId: 'p',
  text,
  language: 'en',
  difficulty: 'easy',
  kind: 'fact',
  intents: { surface: 's', hidden: 'h', behavioral: 'b' },
  gold: { documentId, section: null, quote, requiredFacts: facts, forbiddenFacts: [], answerable: documentId !== null },
  asOf: undefined,
});

describe('the baseline of a session', () => {
  it('says what plain search answers, and how hard the questions turned out', () => {
    const { questions, baseline } = lastOf(
      measureInSteps(
        [
          question('how long are bikes kept', 'bikes', 'Bikes are kept in the yard for 30 days.', ['30 days']),
          question('what is the fee for boats', 'boats', 'The fee for boats is 12 dollars.', ['12 dollars']),
          question('who feeds the swans', null, null, []),
        ],
        search,
      ),
    );
    expect(baseline).toMatchObject({ questions: 3, answerable: 2, bm25Top3: 1 });
    expect(baseline.requestedDifficulty).toEqual({ easy: 3, medium: 0, hard: 0 });
    expect(questions[2]?.measuredDifficulty).toBe('hard');
    const { easy, medium, hard } = baseline.measuredDifficulty;
    expect(easy + medium + hard).toBe(3);
  });

  it('calls easy what both plain systems answer, and hard what neither does', () => {
    const result = (firstSentence: boolean, nearestSentence: boolean) =>
      measuredDifficulty({ isFound: true, firstSentence, nearestSentence });
    expect([result(true, true), result(true, false), result(false, true), result(false, false)]).toEqual([
      'easy',
      'medium',
      'medium',
      'hard',
    ]);
  });
});
