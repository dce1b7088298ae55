import { Injectable } from '@nestjs/common';
import { groupedBy } from '../../domain/grouped-by.js';
import { IntentChange, intentChanges, LabelledMessage } from '../../domain/improvement/intent-repair.js';
import { Investigation, runText } from '../../domain/improvement/investigation.js';
import { Proposal } from '../../domain/improvement/proposal.js';
import { ServedConfiguration } from '../../domain/improvement/served-configuration.js';
import { WeightChange, weightChanges } from '../../domain/improvement/weight-repair.js';
import { isFailed, Trial, TrialOutcome } from '../../domain/improvement/trial.js';
import { TrialBench } from './trial-bench.js';

/** Fewer failures that nothing else explains are no reason to turn a weight. */
const LEAST_UNEXPLAINED = 3;
const SWEPT = 12;
const MOST_WEIGHTS = 3;
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
    const synonyms = this.synonyms(outcomes, investigations);
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

  /** Joined words that cured something, those that cured the most failures first; each proposal names all failures that ask with the word. */
  private synonyms(outcomes: readonly TrialOutcome[], investigations: readonly Investigation[]): Proposal[] {
    const runs = investigations.flatMap((found) =>
      found.runs
        .filter((run) => run.kind === 'synonym' && run.success === true)
        .map((run, place) => ({ run, found, place })),
    );
    return [...groupedBy(runs, ({ run }) => JSON.stringify(run.patch)).values()]
      .sort((a, b) => b.length - a.length || (a[0]?.place ?? 0) - (b[0]?.place ?? 0))
      .flatMap((group): Proposal[] => {
        const [first] = group;
        if (first === undefined) return [];
        const asked = /^“([^”]+)”/u.exec(first.run.change)?.[1] ?? '';
        const failing = outcomes.filter((o) => isFailed(o) && o.trial.question.text.toLowerCase().includes(asked));
        return [
          {
            type: 'synonym',
            component: 'query_analyzer',
            description: `No synonym joins ${first.run.change.replace(' joined with ', ' and ')}; ${failing.length} failed questions ask with the first.`,
            suggestedValue: first.run.change,
            patch: first.run.patch,
            failing: failing.map(({ trial }) => trial),
            expected: runText(first.run),
          },
        ];
      });
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
