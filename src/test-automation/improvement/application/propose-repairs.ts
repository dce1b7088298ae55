import { Injectable } from '@nestjs/common';
import { IntentChange, intentChanges, LabelledMessage } from '../domain/intent-repair.js';
import { Proposal } from '../domain/proposal.js';
import { ServedConfiguration } from '../domain/served-configuration.js';
import { minePairs, WordGap } from '../domain/synonym-mining.js';
import {
  foreignTerms,
  isPart,
  isUnitIn,
  pairText,
  synonymPatch,
  wholeWords,
  WordPair,
  wordsWorthTrying,
} from '../domain/synonym-repair.js';
import { Patch } from '../domain/experiment-sandbox.js';
import { NEAR_IN_MEANING } from '../domain/verification.js';
import { distinctTrials, isFailed, Trial, TrialOutcome } from '../domain/trial.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { isDictionaryForm, saysWord } from '../../../text/korean/spoken-verbs.js';
import { WholeWords } from '../../../text/tokens/whole-words.js';
import { ProposePatterns } from './propose-patterns.js';
import { ProposeWeights } from './propose-weights.js';
import { Seen, spread } from './gather-trials.js';
import { ExperimentRunner } from './experiment-runner.js';

/**
 * Words of the documents that are tried for one word of the questions, the number of questions they are tried on, and the number that is
 * proposed in case the first is refused.
 */
const MINED_PAIRS = 10;
const TRIED_QUESTIONS = 6;
const PROPOSED_PAIRS = 3;
/** Failed questions that make a word more than an accident. */
const OFTEN = 2;
/** Words that get a search for a synonym in one round. */
const MOST_WORDS = 36;
/** A word counts as missing from the documents if this share of the questions with it fail. */
const MISSING_SHARE = 0.5;
/**
 * A verb is joined with no word that is farther in meaning; nearly all pairs of the shipped lexicon are nearer. With a word of a heading,
 * one cure shows such a pair.
 */
const RATHER_NEAR = 0.5;
const LONGEST_TEXT = 1000;
/** Passages whose words are compared with those of a question without a known answer. */
const LOOKED_AT = 30;
/** Rules of one intent each; removing a pattern counts as one more rule. */
const MOST_INTENTS = 6;

/** The intent of a message: its label. A message that the documents answer is never small talk. */
function labelOf({ trial, answer }: TrialOutcome): LabelledMessage | undefined {
  const { text, gold } = trial.question;
  if (trial.intent !== null) return { text, intent: trial.intent };
  const read = answer?.understood.intent;
  if (read == null) return undefined;
  return { text, intent: gold.answerable && read === 'general' ? 'question' : read };
}

/** Makes repairs from counterfactuals and from features that failures share. */
@Injectable()
export class ProposeRepairs {
  constructor(
    private readonly configuration: ServedConfiguration,
    private readonly patterns: ProposePatterns,
    private readonly weighing: ProposeWeights,
  ) {}

  /** Repairs of all kinds, each made under the configuration in service. */
  async propose(bench: ExperimentRunner, seen: Seen): Promise<Proposal[]> {
    const rules = await this.rules(bench, seen);
    const synonyms = await this.synonyms(bench, seen);
    return [...rules, ...synonyms, ...(await this.weights(bench, seen))];
  }

  /** Patterns of the intents and of the components. */
  async rules(bench: ExperimentRunner, { outcomes, investigations }: Seen): Promise<Proposal[]> {
    return [...this.intents(outcomes), ...(await this.patterns.propose(bench, outcomes, investigations))];
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
        onto: change.onto,
        failing: outcomes.filter((outcome) => isMisread(outcome, change)).map(({ trial }) => trial),
        expected: `${change.cured} misread messages are read right, ${change.spoiled} become wrong.`,
      }));
  }

  /** Synonyms. Their effect depends on the lexical weights, so the weights are settled first. */
  async synonyms(bench: ExperimentRunner, { outcomes, investigations }: Seen): Promise<Proposal[]> {
    const passages = await this.passages(bench, outcomes);
    const questions = outcomes.map(({ trial }) => trial.question.text);
    const whole = wholeWords(this.configuration.current(), [...questions, ...passages], await bench.vocabulary());
    const gaps = new Map<Trial, WordGap>();
    for (const { trial } of outcomes.filter(isLostAnswer)) gaps.set(trial, await this.gap(bench, trial, whole));
    const shown = investigations.flatMap(({ runs }) =>
      runs.flatMap((run) => (run.success === true ? (run.pair ?? []) : [])),
    );
    const proposals: Proposal[] = [];
    for (const { asked, failing } of this.missingWords(outcomes, gaps)) {
      const own = [...gaps.values()];
      const written = own.filter((gap) => gap.foreign.includes(asked)).flatMap((gap) => gap.written);
      const near = await bench.nearness(asked, [...new Set(written)]);
      const mined = minePairs(asked, own, passages, near).slice(0, MINED_PAIRS);
      const pairs = [...mined.map(({ pair }) => pair), ...shown.filter((pair) => pair.asked === asked)];
      const holds = (outcome: TrialOutcome, word: string) =>
        gaps.get(outcome.trial)?.written.includes(word) === true || isFoundBy(outcome, word);
      const isNamed = (word: string) =>
        failing.some((trial) => foldedWithoutSpaces(gaps.get(trial)?.heading ?? '').includes(word));
      proposals.push(...(await this.tried(bench, pairs, distinctTrials(failing), { near, holds, isNamed })));
    }
    return proposals.sort((a, b) => b.failing.length - a.failing.length);
  }

  /** Words in the failed questions, the most frequent first. A word that occurs in more answered than failed questions is not missing. */
  private missingWords(outcomes: readonly TrialOutcome[], gaps: ReadonlyMap<Trial, WordGap>) {
    const asked = new Set([...gaps.values()].flatMap(({ foreign }) => foreign));
    return [...asked]
      .map((word) => {
        const saying = outcomes.filter(({ trial }) => trial.intent === null && says(trial, word));
        const failing = saying
          .filter((o) => gaps.get(o.trial)?.foreign.includes(word) === true)
          .map(({ trial }) => trial);
        return { asked: word, failing, share: failing.length / Math.max(1, saying.length) };
      })
      .filter(({ share }) => share >= MISSING_SHARE)
      .sort((a, b) => b.failing.length * b.share - a.failing.length * a.share)
      .slice(0, MOST_WORDS);
  }

  /**
   * The pairs of one word whose synonyms cure failures, tried on a sample first: those that are near in meaning, then those that cure the
   * most; of two that cure the same, the nearer one.
   */
  private async tried(
    bench: ExperimentRunner,
    pairs: readonly WordPair[],
    failing: readonly Trial[],
    {
      near: nearness,
      holds,
      isNamed,
    }: {
      readonly near: ReadonlyMap<string, number>;
      /** Whether the passage of a question has a word. */
      readonly holds: (cured: TrialOutcome, word: string) => boolean;
      /** Whether the heading of one of these passages has a word. */
      readonly isNamed: (word: string) => boolean;
    },
  ): Promise<Proposal[]> {
    const view = this.configuration.current();
    const asked = spread(failing, TRIED_QUESTIONS);
    const found: { readonly pair: WordPair; readonly patch: Patch; readonly cured: number }[] = [];
    for (const pair of pairs) {
      if (isPart(pair) || found.some((one) => one.pair.written === pair.written)) continue;
      if (bench.isKnownPair(pair.asked, pair.written)) continue;
      // A verb has many senses: only its meaning says which noun it is for.
      if (isDictionaryForm(pair.asked) && (nearness.get(pair.written) ?? 0) < RATHER_NEAR) continue;
      const patch = synonymPatch(view, pair);
      if (patch.length === 0) continue;
      const cured = (await bench.run(patch, asked)).filter((o) => o.success === true).length;
      if (cured > 0) found.push({ pair, patch, cured });
    }
    const isNear = ({ written }: WordPair) => Number((nearness.get(written) ?? 0) >= NEAR_IN_MEANING);
    const meant = ({ written }: WordPair) => nearness.get(written) ?? 0;
    // A word that is often in the same passages cures as much as a synonym: the meaning decides.
    const better = (a: (typeof found)[number], b: (typeof found)[number]) =>
      isNear(b.pair) - isNear(a.pair) || b.cured - a.cured || meant(b.pair) - meant(a.pair);
    const near = found.filter(({ pair }) => isNear(pair) === 1);
    // Of a word in one failed question, only its meaning says more than that the order changed.
    if (near.length === 0 && failing.length < OFTEN) return [];
    const finalists = (near.length > 0 ? near : found).sort(better).slice(0, PROPOSED_PAIRS);
    const ranked: typeof found = [];
    for (const { pair, patch } of finalists) {
      const cured = (await bench.run(patch, failing)).filter((o) => o.success === true);
      // Words that are not near in meaning are joined only if two questions show it, whose passages have the word.
      const shown = cured.filter((outcome) => holds(outcome, pair.written)).length;
      const needed = meant(pair) >= RATHER_NEAR && isNamed(pair.written) ? 1 : OFTEN;
      if (isNear(pair) === 1 || shown >= needed) ranked.push({ pair, patch, cured: cured.length });
    }
    return ranked
      .sort(better)
      .map(({ pair, patch, cured }) => synonymProposal({ pair, patch, cured, asked: failing.length }, failing));
  }

  private async gap(bench: ExperimentRunner, trial: Trial, whole: WholeWords): Promise<WordGap> {
    const { text, gold } = trial.question;
    if (trial.isUnanswered === true) return this.openGap(bench, trial, whole);
    const quote = gold.quote ?? '';
    const heading = (await bench.goldHeading(trial)) ?? gold.section ?? '';
    const written = [...whole.in(heading), ...whole.in(quote.slice(0, LONGEST_TEXT))];
    const passage = `${heading} ${quote}`;
    return {
      provision: quote,
      foreign: foreignTerms(whole.in(text), await bench.verbs(text), passage),
      written: wordsWorthTrying(written).filter((word) => !says(trial, word) && !isUnitIn(word, passage)),
      passage,
      heading,
    };
  }

  /** The passage is unknown: the words of the passages that the search finds, as far as they are near to a word of the question in meaning. */
  private async openGap(bench: ExperimentRunner, { question }: Trial, whole: WholeWords): Promise<WordGap> {
    const found = await bench.passages(question.text, LOOKED_AT);
    const texts = found.map(({ title, section, text }) => `${title} ${section ?? ''} ${text.slice(0, LONGEST_TEXT)}`);
    const verbs = await bench.verbs(question.text);
    // A verb is in some of many passages in any case.
    const foreign = [...new Set([...foreignTerms(whole.in(question.text), verbs, texts.join(' ')), ...verbs])];
    const read = wholeWords(this.configuration.current(), texts, await bench.vocabulary());
    const words = wordsWorthTrying(texts.flatMap((text) => read.in(text)));
    const written = new Set<string>();
    for (const word of foreign)
      for (const [other, value] of await bench.nearness(word, words)) if (value >= NEAR_IN_MEANING) written.add(other);
    return { provision: question.id, foreign, written: [...written], passage: '', heading: '' };
  }

  /** Topics of all questions: the background for term weights. */
  private async passages(bench: ExperimentRunner, outcomes: readonly TrialOutcome[]): Promise<string[]> {
    const texts = new Set<string>();
    for (const { trial } of outcomes)
      if (trial.question.gold.quote !== null)
        texts.add(`${(await bench.goldHeading(trial)) ?? ''} ${trial.question.gold.quote}`);
    return [...texts];
  }

  /** Other values for the numbers of the pipeline. */
  weights(bench: ExperimentRunner, seen: Seen): Promise<Proposal[]> {
    return this.weighing.propose(bench, seen);
  }
}

const says = (trial: Trial, word: string) => saysWord(trial.question.text, word);

/** Whether the answer to a question without a known passage begins with a passage that has a word. */
function isFoundBy({ trial, answer }: TrialOutcome, word: string): boolean {
  const [first] = answer?.sources ?? [];
  return (
    trial.isUnanswered === true &&
    first !== undefined &&
    foldedWithoutSpaces(`${first.title} ${first.quote}`).includes(word)
  );
}

const isLostAnswer = (outcome: TrialOutcome) =>
  isFailed(outcome) &&
  outcome.trial.intent === null &&
  (outcome.trial.question.gold.quote !== null || outcome.trial.isUnanswered === true);

/** Questions of the session, and those in use that nobody answered, are counted apart: only the first are rows of the session. */
function askedText(failing: readonly Trial[]): string {
  const inUse = failing.filter((trial) => trial.isUnanswered === true).length;
  return inUse === 0
    ? `${failing.length} failed questions ask`
    : `${failing.length - inUse} failed questions and ${inUse} that were not answered ask`;
}

function synonymProposal(
  {
    pair,
    patch,
    cured,
    asked,
  }: { readonly pair: WordPair; readonly patch: Patch; readonly cured: number; readonly asked: number },
  failing: readonly Trial[],
): Proposal {
  return {
    type: 'synonym',
    component: 'query_analyzer',
    description: `No synonym joins “${pair.asked}” and “${pair.written}”; ${askedText(failing)} with the first.`,
    suggestedValue: pairText(pair),
    patch,
    onto: (view) => synonymPatch(view, pair),
    failing,
    expected: `${cured} of ${asked} failures cured when it was tried.`,
  };
}
