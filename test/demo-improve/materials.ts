import { RepairMaterial } from '../../src/test-automation/improvement/application/repair-in-rounds.js';
import { QuestionVariants } from '../../src/test-automation/improvement/application/vary-questions.js';
import { Proposal } from '../../src/test-automation/improvement/domain/proposal.js';
import { Trial } from '../../src/test-automation/improvement/domain/trial.js';
import { Persona } from '../../src/test-automation/personas/domain/persona.js';
import { QuestionPool } from '../../src/test-automation/questions/domain/question-pool.js';
import { SeededRandom } from '../../src/test-automation/domain/seeded-random.js';
import { colloquialQuestions, labelledMessages, LostSynonym, plainQuestions, tersely } from './questions.js';
import { fixedUnseen } from './unseen.js';

/** Everything that the demonstration asks. */
export interface Materials extends RepairMaterial {
  /** Never shown to the loop. */
  readonly unseen: readonly Trial[];
  /** Of all provisions that the loop is shown questions about, or tried on. */
  readonly quotes: ReadonlySet<string>;
}

const PLAIN = 120;

/** Halves by provision: the two halves ask about different provisions. */
function halves(trials: readonly Trial[], seed: string): [Trial[], Trial[]] {
  const quotes = new SeededRandom(seed).shuffled([...new Set(trials.map((trial) => trial.question.gold.quote))]);
  const first = new Set(quotes.filter((_, i) => i % 2 === 0));
  const isFirst = (trial: Trial) => first.has(trial.question.gold.quote);
  return [trials.filter(isFirst), trials.filter((trial) => !isFirst(trial))];
}

const quoteOf = ({ question }: Trial): string => question.gold.quote ?? '';

const every = (trials: readonly Trial[], n: number, rest: number) => trials.filter((_, i) => i % n === rest);

/**
 * Colloquial questions by halves of the provisions that they ask about; labelled messages by the files of test/intents, of which
 * `heldout` was never used to make a rule; plain questions for regression. Of what the loop is shown, a third is held back; with other
 * wordings of what a proposal should cure, that is what it was not made from.
 * What is measured at the end is fixed in `unseen.jsonl` and asks about other provisions than all of these.
 */
export function materialsOf(pool: QuestionPool, personas: readonly Persona[], lost: readonly LostSynonym[]): Materials {
  const shown: Trial[] = [];
  const heldBack: Trial[] = [];
  const fixed = fixedUnseen();
  const kept = new Set(fixed.map(quoteOf));
  const isShown = (trial: Trial) => !kept.has(quoteOf(trial));
  for (const synonym of lost) {
    const [half] = halves(colloquialQuestions(pool, personas, synonym), synonym.said);
    const seen = half.filter(isShown);
    shown.push(...seen.filter((_, k) => k % 3 !== 2));
    heldBack.push(...every(seen, 3, 2));
  }
  const messages = labelledMessages('dev.jsonl', 'dev-more.jsonl');
  const plain = plainQuestions(pool, personas, PLAIN).filter(isShown);
  return {
    made: [...shown, ...messages.filter((_, i) => i % 4 !== 3), ...every(plain, 4, 0)],
    paraphrases: (proposal: Proposal) =>
      proposal.type === 'intent'
        ? alike(proposal, every(messages, 4, 3))
        : [
            ...saying(proposal, heldBack),
            ...otherwise(proposal, { pool, variants: new QuestionVariants(pool, personas) }, lost),
          ],
    regression: [...every(plain, 4, 1), ...every(messages, 4, 3), ...every(heldBack, 2, 0)],
    unseen: [...fixed, ...labelledMessages('heldout.jsonl')],
    quotes: new Set([...shown, ...heldBack, ...plain].map(quoteOf)),
  };
}

/** Held-back questions that ask with the word of the proposal; none for a proposal that is about no word. */
function saying({ type, suggestedValue }: Proposal, trials: readonly Trial[]): Trial[] {
  const word = /^“([^”]+)”/u.exec(suggestedValue)?.[1];
  if (type !== 'synonym' || word === undefined) return [];
  return trials.filter((trial) => trial.question.text.toLowerCase().includes(word));
}

/** Other wordings of each question that the proposal should cure. */
const OTHERWISE = 2;

/** What the proposal should cure in other words, with the word that people say where the question had it; in few words, where it was asked so. */
function otherwise(
  { failing }: Proposal,
  { pool, variants }: { readonly pool: QuestionPool; readonly variants: QuestionVariants },
  lost: readonly LostSynonym[],
): Trial[] {
  return failing
    .filter(({ question }) => question.gold.quote !== null)
    .flatMap(({ question }) => {
      const said = lost
        .filter((one) => question.text.includes(one.said))
        .flatMap((one) => one.written.map((written) => ({ written, said: one.said })));
      const others = [...tersely(question, pool, said), ...variants.paraphrases(question, OTHERWISE, said)];
      return others.slice(0, OTHERWISE).map((other) => ({ question: other, intent: null }));
    });
}

/** Messages of the intents that the proposal is about. */
function alike({ failing }: Proposal, messages: readonly Trial[]): Trial[] {
  const intents = new Set(failing.map((trial) => trial.intent));
  return messages.filter((message) => intents.has(message.intent));
}
