import { framesOf, without } from '../domain/changed-wording.js';
import { CounterfactualRun, isCure } from '../domain/counterfactual-run.js';
import { completeQuestions, EarlierQuestion } from '../domain/named-topic.js';
import { placeIn } from '../domain/session-failure.js';
import { effectOf, TrialOutcome } from '../domain/trial.js';
import { ExperimentRunner } from './experiment-runner.js';

/** Known facts of a failure in addition to its trial; they decide which counterfactuals could explain it. */
export interface Circumstances {
  /** Day of the gold document's edition, `YYYY-MM-DD`, if it is another edition than the one that the question uses. */
  readonly day?: string | undefined;
  /** Whether the target's filter excludes the category of the gold document, and the caller may see it. */
  readonly isOutside?: boolean | undefined;
  /** The turn of a dialogue as a complete question, in words of the earlier ones. */
  readonly completed?: string | undefined;
  /** Whether the turn can be answered without the earlier ones. */
  readonly standsAlone?: boolean | undefined;
  /** The earlier questions of a turn, in order. */
  readonly earlier?: readonly EarlierQuestion[] | undefined;
  /** Whether a turn was made to be answered alone, before it was asked. */
  readonly isWhole?: boolean | undefined;
  /** The chunks of the right passage; undefined if they are not known. */
  readonly chunks?: ReadonlySet<string> | undefined;
}

/** Asks a turn as a complete question in words of the earlier ones, until one is answered. */
export async function askComplete(
  bench: ExperimentRunner,
  { trial, answer }: TrialOutcome,
  { earlier = [], chunks, isWhole }: Circumstances,
): Promise<CounterfactualRun[]> {
  const { text, gold } = trial.question;
  const searched = answer?.understood.question ?? text;
  const runs: CounterfactualRun[] = [];
  if (earlier.length === 0) return runs;
  for (const { message, topic, isTitled, turn } of completeQuestions(
    { text, quote: gold.quote, documentId: gold.documentId, isWhole: isWhole === true },
    earlier,
    searched,
  )) {
    const tried = await bench.change([], trial, { message, history: undefined });
    const isPart = topic === null && turn === null && text.endsWith(message) && message !== text;
    const run: CounterfactualRun = {
      kind: 'named_topic',
      change: `asked as “${message}”`,
      ...effectOf(tried),
      goldRank: placeIn(tried.answer, chunks),
      component: null,
      patch: [],
      topic: { words: topic, isTitled, turn },
      words: isPart ? { from: text.slice(0, -message.length).trim(), to: null } : undefined,
    };
    runs.push(run);
    if (isCure(run)) break;
  }
  return runs;
}

/** Asks a completed turn without what an earlier one said before its question. */
export async function askWithoutFillers(
  bench: ExperimentRunner,
  { trial }: TrialOutcome,
  { said, around: { earlier = [], chunks } }: { readonly said: string; readonly around: Circumstances },
): Promise<CounterfactualRun[]> {
  const { text } = trial.question;
  if (said === text) return [];
  const runs: CounterfactualRun[] = [];
  for (const { text: before, turn } of earlier)
    for (const from of [...new Set(framesOf(before))]) {
      const message = said.includes(from) && !text.includes(from) ? without(said, from) : undefined;
      if (message === undefined) continue;
      const tried = await bench.change([], trial, { message, history: undefined });
      runs.push({
        kind: 'wording',
        change: `without “${from}”`,
        ...effectOf(tried),
        goldRank: placeIn(tried.answer, chunks),
        component: null,
        patch: [],
        words: { from, to: null, turn },
      });
    }
  return runs;
}
