import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { refusalOf } from '../domain/patch-safety.js';
import { controlPatches, joinedWords } from '../domain/control-patch.js';
import { ServedConfiguration } from '../domain/served-configuration.js';
import { Trial } from '../domain/trial.js';
import { Patch } from '../domain/experiment-sandbox.js';
import {
  compareOutcomes,
  decide,
  NEAR_IN_MEANING,
  refuseEarly,
  SetComparison,
  UNTRIED,
  Verification,
} from '../domain/verification.js';
import { TrialSets } from './gather-trials.js';
import { ExperimentRunner } from './experiment-runner.js';

function refused(reason: string): Verification {
  return {
    accepted: false,
    reasons: [reason],
    failing: UNTRIED,
    paraphrases: UNTRIED,
    regression: UNTRIED,
    control: null,
  };
}

/** Passages that control words are taken from. */
const CONTROL_PASSAGES = 12;

const passagesOf = (trials: readonly Trial[]): string[] => [
  ...new Set(trials.flatMap(({ question }) => question.gold.quote ?? [])),
];

/** The comparison that cures most; null without any. */
const luckiest = (sets: readonly SetComparison[]): SetComparison | null =>
  [...sets].sort((a, b) => b.gained - a.gained)[0] ?? null;

/** Tries a patch in a sandbox against the configuration in service. */
@Injectable()
export class TryPatch {
  constructor(private readonly configuration: ServedConfiguration) {}

  /** @returns not accepted, with the reason, also for a patch that cannot be applied or that quotes its questions */
  async try(bench: ExperimentRunner, patch: Patch, sets: TrialSets): Promise<Verification> {
    const refusal = refusalOf(
      patch,
      sets.failing.map((trial) => trial.question.text),
    );
    if (refusal !== undefined) return refused(refusal);
    try {
      const failing = await this.compare(bench, patch, sets.failing);
      // A patch that cures nothing is not tried on paraphrases; one that cures no paraphrase is not tried on the rest.
      const cures = failing.gained > failing.lost;
      const paraphrases = cures ? await this.compare(bench, patch, sets.paraphrases) : UNTRIED;
      const meaning = await this.meaning(bench, patch, sets);
      const refused = refuseEarly({ failing, paraphrases, meaning });
      if (refused !== undefined) return refused;
      const controls = await this.controls(bench, patch, sets, meaning);
      const regression = await this.compare(bench, patch, sets.regression);
      return decide({ failing, paraphrases, regression, meaning, ...controls });
    } catch (error) {
      if (error instanceof InvalidInputError) return refused(`The patch cannot be applied: ${error.message}`);
      throw error;
    }
  }

  /** How near the word of the questions is to one of the words that the patch joins it with; null for a patch without synonyms. */
  private async meaning(
    bench: ExperimentRunner,
    patch: Patch,
    { failing, paraphrases }: Pick<TrialSets, 'failing' | 'paraphrases'>,
  ): Promise<number | null> {
    const asked = [...failing, ...paraphrases].map(({ question }) => question.text);
    const words = joinedWords(patch, this.configuration.current(), asked);
    if (words === undefined) return null;
    return Math.max(...(await bench.nearness(words.said, words.written)).values());
  }

  /** The same failures with control words as synonyms of the question's word; null for a patch without synonyms. */
  private async controls(
    bench: ExperimentRunner,
    patch: Patch,
    sets: TrialSets,
    meaning: number | null,
  ): Promise<Pick<Verification, 'control' | 'rival' | 'holding'>> {
    const trials = [...sets.failing, ...sets.paraphrases];
    const places = await this.places(bench, trials);
    const own = places.map(({ heading, quote }) => `${heading} ${quote}`);
    const elsewhere = passagesOf(sets.regression);
    const { unrelated, rivals, holding } = controlPatches(patch, this.configuration.current(), {
      asked: trials.map((trial) => trial.question.text),
      own,
      headings: places.map(({ heading }) => heading),
      elsewhere,
      ownWords: await this.wordsOf(bench, own),
      awayWords: await this.wordsOf(bench, elsewhere),
    });
    const tried = async (patches: readonly Patch[]) => {
      const sets: SetComparison[] = [];
      for (const control of patches) sets.push(await this.compare(bench, control, trials));
      return luckiest(sets);
    };
    // A word whose meaning is farther shows nothing against words that are near: it may only name the passage.
    const isRival = async (rival: Patch) =>
      (meaning ?? 0) < NEAR_IN_MEANING || ((await this.meaning(bench, rival, sets)) ?? 0) >= (meaning ?? 0);
    const serious: Patch[] = [];
    for (const rival of rivals) if (await isRival(rival)) serious.push(rival);
    return { control: await tried(unrelated), rival: await tried(serious), holding };
  }

  /** Passages with their headings: a heading describes its passage. */
  private async places(bench: ExperimentRunner, trials: readonly Trial[]) {
    const headings = new Map<string, string>();
    for (const trial of trials) {
      const { quote } = trial.question.gold;
      if (quote !== null && !headings.has(quote)) headings.set(quote, (await bench.goldHeading(trial)) ?? '');
    }
    return [...headings].map(([quote, heading]) => ({ quote, heading }));
  }

  private async wordsOf(bench: ExperimentRunner, passages: readonly string[]): Promise<string[]> {
    const words: string[] = [];
    for (const passage of passages.slice(0, CONTROL_PASSAGES)) words.push(...(await bench.words(passage)));
    return words;
  }

  private async compare(bench: ExperimentRunner, patch: Patch, trials: TrialSets['failing']): Promise<SetComparison> {
    if (trials.length === 0) return UNTRIED;
    const base = await bench.run([], trials);
    return compareOutcomes(base, await bench.run(patch, trials));
  }
}
