import { Injectable } from '@nestjs/common';
import { groupedBy } from '../../domain/grouped-by.js';
import { IntentChange, intentChanges, LabelledMessage } from '../../domain/improvement/intent-repair.js';
import { CounterfactualRun, Investigation, runText } from '../../domain/improvement/investigation.js';
import { Proposal } from '../../domain/improvement/proposal.js';
import { ServedConfiguration } from '../../domain/improvement/served-configuration.js';
import { likeness, WordPair } from '../../domain/improvement/synonym-repair.js';
import { WeightChange, weightChanges } from '../../domain/improvement/weight-repair.js';
import { isFailed, Trial, TrialOutcome } from '../../domain/improvement/trial.js';
import { TrialBench } from './trial-bench.js';

/** Fewer failures that nothing else explains are no reason to turn a weight. */
const LEAST_UNEXPLAINED = 3;
const SWEPT = 12;
const MOST_WEIGHTS = 3;
/** Words of the documents that are tried for one word of the questions, and how many are proposed: should the first be refused. */
const TRIED_PAIRS = 8;
const PROPOSED_PAIRS = 2;
/** Rules of one intent each; removing a pattern counts as one more. */
const MOST_INTENTS = 6;

/** The intent that a message has: as it is labelled; and nothing that the documents answer is small talk. */
function labelOf({ trial, answer }: TrialOutcome): LabelledMessage | undefined {
  const { text, gold } = trial.question;
  if (trial.intent !== null) return { text, intent: trial.intent };
  const read = answer?.understood.intent;
  if (read == null) return undefined;
  return { text, intent: gold.answerable && read === 'general' ? 'question' : read };
}

/** Makes repairs of what counterfactuals have shown, and of what failures share. */
@Injectable()
export class ProposeRepairs {
  constructor(private readonly configuration: ServedConfiguration) {}

  /**
   * @param outcomes all trials that it may look at, under the configuration in service
   * @param investigations of those of them that failed
   */
  async execute(
    bench: TrialBench,
    outcomes: readonly TrialOutcome[],
    investigations: readonly Investigation[],
  ): Promise<Proposal[]> {
    const synonyms = await this.synonyms(bench, outcomes, investigations);
    return [...this.intents(outcomes), ...synonyms, ...(await this.weights(bench, outcomes, investigations))];
  }

  private intents(outcomes: readonly TrialOutcome[]): Proposal[] {
    const messages = outcomes.flatMap((outcome) => labelOf(outcome) ?? []);
    const isMisread = (outcome: TrialOutcome, { intent }: IntentChange) => {
      const wanted = labelOf(outcome)?.intent;
      return (
        isFailed(outcome) && wanted !== outcome.answer?.understood.intent && (intent === null || wanted === intent)
      );
    };
    return intentChanges(this.configuration.current(), messages)
      .slice(0, MOST_INTENTS)
      .map((change) => ({
        type: 'intent',
        component: 'query_analyzer',
        description: change.description,
        suggestedValue: JSON.stringify(change.patch[0]?.['value'] ?? change.patch[0]?.['path'] ?? ''),
        patch: change.patch,
        failing: outcomes.filter((outcome) => isMisread(outcome, change)).map(({ trial }) => trial),
        expected: `${change.cured} misread messages are read right, ${change.spoiled} become wrong.`,
      }));
  }

  /**
   * For each word that failures ask with, the word of the documents that cures the most of them when both are joined. A word that more
   * questions ask with and are answered is no word that is missing.
   */
  private async synonyms(
    bench: TrialBench,
    outcomes: readonly TrialOutcome[],
    investigations: readonly Investigation[],
  ): Promise<Proposal[]> {
    const runs = investigations.flatMap((found) =>
      found.runs.flatMap((run) => (run.success === true && run.pair !== undefined ? [{ run, pair: run.pair }] : [])),
    );
    const proposals: Proposal[] = [];
    for (const [asked, group] of groupedBy(runs, ({ pair }) => pair.asked)) {
      const saying = outcomes.filter((o) => o.trial.question.text.toLowerCase().includes(asked));
      const failing = saying.filter(isFailed).map(({ trial }) => trial);
      if (failing.length * 2 < saying.length) continue;
      const tried: { readonly proposal: Proposal; readonly cured: number }[] = [];
      const pairs = [...groupedBy(group, ({ pair }) => pair.written).values()];
      for (const members of pairs.sort((a, b) => b.length - a.length).slice(0, TRIED_PAIRS)) {
        const [first] = members;
        if (first === undefined) continue;
        const cured = (await bench.run(first.run.patch, failing)).filter((o) => o.success === true).length;
        tried.push({ proposal: synonymProposal(first, failing), cured });
      }
      const best = tried.sort((a, b) => b.cured - a.cured || likenessOf(b.proposal) - likenessOf(a.proposal));
      proposals.push(...best.slice(0, PROPOSED_PAIRS).map(({ proposal }) => proposal));
    }
    return proposals.sort((a, b) => b.failing.length - a.failing.length);
  }

  private async weights(
    bench: TrialBench,
    outcomes: readonly TrialOutcome[],
    investigations: readonly Investigation[],
  ): Promise<Proposal[]> {
    const explained = new Set(
      investigations
        .filter((f) => f.runs.some((r) => r.kind === 'synonym' && r.success === true))
        .map((f) => f.outcome.trial),
    );
    const answers = outcomes.filter(({ trial }) => trial.intent === null && trial.question.gold.answerable);
    const failing = answers.filter((o) => isFailed(o) && !explained.has(o.trial)).map(({ trial }) => trial);
    if (failing.length < LEAST_UNEXPLAINED) return [];
    const passed = answers.filter((o) => o.success === true).map(({ trial }) => trial);
    const swept = { failing: spread(failing, SWEPT), passed: spread(passed, SWEPT) };
    const found: { readonly change: WeightChange; readonly gained: number; readonly lost: number }[] = [];
    for (const change of weightChanges(this.configuration.current())) {
      const after = await bench.run(change.patch, [...swept.failing, ...swept.passed]);
      const right = new Set(after.filter((o) => o.success === true).map(({ trial }) => trial));
      const gained = swept.failing.filter((trial) => right.has(trial)).length;
      found.push({ change, gained, lost: swept.passed.filter((trial) => !right.has(trial)).length });
    }
    return found
      .filter(({ gained, lost }) => gained > 2 * lost)
      .sort((a, b) => b.gained - b.lost - (a.gained - a.lost))
      .slice(0, MOST_WEIGHTS)
      .map(({ change, gained, lost }) => ({
        type: 'code_weight',
        component: change.tunable.component,
        description: `${change.tunable.path} is ${change.from}; at ${change.to} more questions are answered.`,
        suggestedValue: String(change.to),
        patch: change.patch,
        failing,
        expected: `${gained} of ${swept.failing.length} failures cured, ${lost} of ${swept.passed.length} others lost.`,
      }));
  }
}

/** So many of a list, from all over it. */
function spread(trials: readonly Trial[], count: number): Trial[] {
  const step = Math.max(1, trials.length / count);
  return Array.from({ length: Math.min(count, trials.length) }, (_, i) => trials[Math.floor(i * step)]).flatMap(
    (trial) => trial ?? [],
  );
}

const likenessOf = ({ pair }: Proposal) => (pair === undefined ? 0 : likeness(pair));

function synonymProposal(
  { run, pair }: { readonly run: CounterfactualRun; readonly pair: WordPair },
  failing: readonly Trial[],
): Proposal {
  return {
    type: 'synonym',
    component: 'query_analyzer',
    description: `No synonym joins “${pair.asked}” and “${pair.written}”; ${failing.length} failed questions ask with the first.`,
    suggestedValue: run.change,
    patch: run.patch,
    pair,
    failing,
    expected: runText(run),
  };
}
