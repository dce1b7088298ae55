import { Injectable } from '@nestjs/common';
import { CounterfactualKind, CounterfactualRun, isCure } from '../domain/counterfactual-run.js';
import { showsTopic } from '../domain/follow-up-cause.js';
import { Investigation, placeIn } from '../domain/session-failure.js';
import { ServedConfiguration } from '../domain/served-configuration.js';
import { candidatePairs, likeness, synonymPatch, wholeWords, WordPair } from '../domain/synonym-repair.js';
import { changedWordings } from '../domain/changed-wording.js';
import { askedBefore, EarlierQuestion } from '../domain/named-topic.js';
import { writtenIn } from '../domain/written-words.js';
import { Patch } from '../domain/experiment-sandbox.js';
import { effectOf, Trial, TrialOutcome } from '../domain/trial.js';
import { QuestionLexicon } from '../../questions/domain/question-lexicon.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { FailureType } from '../../domain/test-result.js';
import { RAG_COMPONENTS, RagComponent } from '../../attribution/domain/trace-attribution.js';
import { askComplete, askWithoutFillers, Circumstances } from './ask-complete.js';
import { Change, ExperimentRunner } from './experiment-runner.js';
import { READ, tryWeights } from './try-weights.js';

/** A failure with its id. */
export interface Failure {
  readonly resultId: string;
  readonly outcome: TrialOutcome;
  /** Its id in its session. */
  readonly failureType?: FailureType | undefined;
}

const MOST_PAIRS = 48;
/** Pairs that raise the rank of the gold passage are tried for an answer, the best first. */
const ANSWERED_PAIRS = 6;
const WIDER = 50;
/** A hundred passages are ranked; a passage beyond them gets the next rank. */
const BEYOND = 101;

/** Ranks that a word of the heading, and a word that looks alike, is worth; chosen by judgement. */
const HEADING_WORTH = 5;
const LIKENESS_WORTH = 4;
const ANSWER_DEPTH = 10;

const NO_PATCH: Patch = [];
/** Treats every question as vague enough for a hypothetical passage, except known-item questions. */
const HYDE_ON: Patch = [{ op: 'add', path: '/pipeline/components/hyde/vague_patterns/-', value: '.' }];

/** Runs the counterfactuals of failures: which change would have made the answer right. */
@Injectable()
export class InvestigateFailures {
  constructor(
    private readonly configuration: ServedConfiguration,
    private readonly lexicon: QuestionLexicon,
  ) {}

  async investigate(
    bench: ExperimentRunner,
    { resultId, outcome, failureType }: Failure,
    around: Circumstances = {},
  ): Promise<Investigation> {
    const { trial } = outcome;
    // A turn is searched for by its completed form.
    const said = outcome.answer?.understood.question ?? trial.question.text;
    const { rank, heading: ranked } = await bench.goldRank(NO_PATCH, trial, said);
    const heading = ranked ?? (await bench.goldHeading(trial));
    const { gold } = trial.question;
    const { standsAlone } = around;
    const passage = `${heading ?? gold.section ?? ''} ${gold.quote ?? ''}`;
    const whole = wholeWords(this.configuration.current(), [said, passage]);
    const words = whole.in(said);
    const topics = await askComplete(bench, outcome, around);
    const asked = await this.asked(bench, trial, { outcome, heading, around });
    const place = placeIn(outcome.answer, around.chunks);
    // Without its topic the words of a turn lead nowhere, whichever of them is exchanged.
    const isOther = around.isOutside === true || topics.some((run) => showsTopic(run, place));
    const synonyms =
      gold.quote === null || rank === 1 || isOther
        ? []
        : await this.synonyms(bench, trial, { said, words, written: whole.in(passage), passage, heading, rank });
    const wordings = isOther
      ? []
      : await this.wordings(bench, trial, { said, passage, rank, earlier: around.earlier ?? [] });
    const fillers = await askWithoutFillers(bench, outcome, { said, around });
    const runs = [...asked, ...topics, ...synonyms, ...wordings, ...fillers];
    const isLost =
      gold.quote !== null &&
      place === null &&
      (rank ?? BEYOND) > READ &&
      !isOther &&
      !runs.some((run) => isCure(run) && !isOracle(run));
    const weights = isLost ? await tryWeights(bench, trial, { said, view: this.configuration.current() }) : undefined;
    const { completed } = around;
    return {
      resultId,
      outcome,
      goldRank: rank,
      runs: [...runs, ...(weights?.runs ?? [])],
      failureType,
      standsAlone,
      completed,
      weightsTried: weights?.tried ?? 0,
    };
  }

  /** Counterfactuals that need no other configuration. */
  private async asked(
    bench: ExperimentRunner,
    trial: Trial,
    {
      outcome,
      heading,
      around,
    }: { readonly outcome: TrialOutcome; readonly heading: string | null; readonly around: Circumstances },
  ): Promise<CounterfactualRun[]> {
    const runs: CounterfactualRun[] = [];
    const { gold, text } = trial.question;
    const run = async (
      kind: CounterfactualKind,
      change: Change,
      said: string,
      component: RagComponent | null = null,
    ) => {
      const tried = await bench.change(NO_PATCH, trial, change);
      runs.push({ kind, change: said, ...effectOf(tried), goldRank: null, component, patch: NO_PATCH });
    };
    if (gold.documentId !== null && gold.quote !== null)
      await run(
        'oracle_retrieval',
        { handed: { documentId: gold.documentId, quote: gold.quote } },
        'the gold passage handed over',
      );
    const { completed, day } = around;
    const about = heading ?? gold.section;
    if (completed !== undefined)
      await run('oracle_rewrite', { message: completed, history: undefined }, `asked as “${completed}”`);
    else if (about !== null) await run('oracle_rewrite', { message: `${about}: ${text}` }, `asked as “${about}: …”`);
    for (const component of RAG_COMPONENTS)
      if (outcome.answer !== undefined && firedIn(outcome.answer, component))
        await run('component_off', { off: [component] }, `${component} switched off`, component);
    if (around.isOutside === true) await run('wider_filter', { isWidened: true }, 'all categories of the caller');
    if (day !== undefined) await run('other_edition', { asOf: day }, `documents as of ${day}`);
    await run('wider_search', { topK: WIDER }, `${WIDER} passages read`);
    return [...runs, ...(await this.withHyde(bench, outcome))];
  }

  /** Asks again with one change of its words each: which of them decide is seen by this alone. */
  private async wordings(
    bench: ExperimentRunner,
    trial: Trial,
    {
      said,
      passage,
      rank,
      earlier,
    }: {
      readonly said: string;
      readonly passage: string;
      readonly rank: number | null;
      readonly earlier: readonly EarlierQuestion[];
    },
  ): Promise<CounterfactualRun[]> {
    const { text, gold } = trial.question;
    const { quote } = gold;
    if (quote === null) return [];
    const own = [text, askedBefore({ quote }, earlier)?.text ?? text];
    // Completed with earlier turns, the question stands alone.
    const alone = said === trial.question.text ? {} : { history: undefined };
    if ('history' in alone && (await bench.change(NO_PATCH, trial, { ...alone, message: said })).success !== false)
      return [];
    const everyday = [...(await this.lexicon.everyday()), ...(await this.lexicon.slang())];
    const pairs = everyday.map(({ said: asked, written }) => ({ asked, written }));
    const runs: CounterfactualRun[] = [];
    for (const { message, from, to, written } of changedWordings(said, { passage, quote }, pairs)) {
      // A word of an earlier turn is not a word of this question, unless this one asks that turn again.
      if (!own.some((text) => text.includes(from))) continue;
      const { rank: goldRank } = await bench.goldRank(NO_PATCH, trial, message);
      // What moves nothing in the search is not asked.
      if (to === null && (goldRank ?? BEYOND) > (rank ?? BEYOND)) continue;
      const tried = await bench.change(NO_PATCH, trial, { ...alone, message });
      const change = to === null ? `without “${from}”` : `“${from}” said as “${to}”`;
      runs.push({
        kind: 'wording',
        change,
        ...effectOf(tried),
        goldRank,
        component: null,
        patch: NO_PATCH,
        words: { from, to, written },
      });
    }
    return runs;
  }

  /** Adds a hypothetical passage to a question that had none; undefined without a language model to write one. */
  private async withHyde(bench: ExperimentRunner, { trial, answer }: TrialOutcome): Promise<CounterfactualRun[]> {
    if (answer === undefined || firedIn(answer, 'hyde')) return [];
    const tried = await bench.change(HYDE_ON, trial, {});
    if (tried.answer === undefined || !firedIn(tried.answer, 'hyde')) return [];
    const { success, score } = tried;
    const change = 'a hypothetical passage added to the question';
    return [{ kind: 'hyde_on', change, success, score, goldRank: null, component: 'hyde', patch: HYDE_ON }];
  }

  /** Finds the pair of a word of the passage and a word of the question whose synonym raises the passage, and with it the right answer. */
  private async synonyms(
    bench: ExperimentRunner,
    trial: Trial,
    at: {
      readonly said: string;
      readonly words: readonly string[];
      readonly written: readonly string[];
      readonly passage: string;
      readonly heading: string | null;
      readonly rank: number | null;
    },
  ): Promise<CounterfactualRun[]> {
    const view = this.configuration.current();
    const heading = (at.heading ?? '').toLowerCase();
    const better: {
      readonly pair: WordPair;
      readonly patch: Patch;
      readonly rank: number;
      readonly isHeading: boolean;
    }[] = [];
    for (const pair of candidatePairs(at.words, at.written, at.passage).slice(0, MOST_PAIRS)) {
      const patch = synonymPatch(view, pair);
      if (patch.length === 0) continue;
      const { rank } = await bench.goldRank(patch, trial, at.said);
      const isHeading = heading.includes(pair.written);
      if (rank !== null && rank < (at.rank ?? BEYOND)) better.push({ pair, patch, rank, isHeading });
    }
    const runs: CounterfactualRun[] = [];
    for (const { pair, patch, rank } of better.sort((a, b) => standing(a) - standing(b)).slice(0, ANSWERED_PAIRS)) {
      const { success, score } = await bench.change(patch, trial, {});
      const change = `“${pair.asked}” joined with “${pair.written}”`;
      const meaning = (await bench.nearness(pair.asked, [pair.written])).get(pair.written);
      runs.push({
        kind: 'synonym',
        change,
        success,
        score,
        goldRank: rank,
        component: 'query_analyzer',
        patch,
        pair,
        meaning,
        words: {
          from: pair.asked,
          to: pair.written,
          written: writtenIn({ quote: trial.question.gold.quote ?? '', heading: at.passage }, pair.written),
        },
      });
    }
    return runs;
  }
}

/** A run with the right passage or with its heading: it shows no part of the target. */
const isOracle = ({ kind }: CounterfactualRun): boolean => kind === 'oracle_retrieval' || kind === 'oracle_rewrite';

const firedIn = ({ events }: TargetAnswer, component: RagComponent): boolean =>
  events.some((event) => event.component === component && event.fired);

/** Words of a heading describe the passage better than words of its body, and words that look alike more often mean the same. */
function standing({
  pair,
  rank,
  isHeading,
}: {
  readonly pair: WordPair;
  readonly rank: number;
  readonly isHeading: boolean;
}): number {
  return Math.min(rank, ANSWER_DEPTH) - HEADING_WORTH * Number(isHeading) - LIKENESS_WORTH * likeness(pair);
}
