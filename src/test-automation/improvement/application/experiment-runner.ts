import { Injectable } from '@nestjs/common';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { ClaimChecker } from '../../domain/claim-checker.js';
import {
  Patch,
  RankedPassage,
  TrialCaller,
  TrialQuestion,
  ExperimentSandbox,
  ExperimentSandboxes,
} from '../domain/experiment-sandbox.js';
import { intentOutcome, judgedOutcome, quotesItsGold, Trial, TrialOutcome } from '../domain/trial.js';
import { Vocabulary } from '../../../text/tokens/whole-words.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { citedBy, TargetAnswer, TargetError } from '../../domain/rag-target.js';
import { Judgement } from '../../domain/test-result.js';
import { mapConcurrently } from '../../../shared/domain/bulkhead.js';

/** Concurrent trials: one is searched for while another is read and judged. */
const AT_ONCE = 3;
/** Search depth for the gold passage. */
const LOOKED_AT = 100;
/** A search by a passage's own words ranks the passage near the top. */
const FOUND_BY_ITSELF = 10;
const LONGEST_MESSAGE = 1000;

/** Changes of a trial, in addition to its configuration. */
export type Change = Partial<
  Pick<TrialQuestion, 'message' | 'asOf' | 'off' | 'handed' | 'topK' | 'isWidened' | 'history'>
>;

interface Judges {
  readonly checker: ClaimChecker;
  readonly judge: AnswerJudge;
}

/**
 * Runs trials under different configurations: asks them in a sandbox and judges them as a session does. Outcomes are cached by
 * configuration, and the same answer is judged once. Most configurations do not change a given question, so they cost little.
 */
export class ExperimentRunner {
  private readonly outcomes = new Map<string, TrialOutcome>();
  private readonly judgements = new Map<string, Judgement>();
  private readonly headings = new Map<string, string | null>();
  private readonly wordsOf = new Map<string, readonly string[]>();
  private inUse = '[]';

  constructor(
    private readonly sandbox: ExperimentSandbox,
    private readonly judges: Judges,
    private readonly caller: TrialCaller,
    private readonly signal: AbortSignal,
  ) {}

  /** Runs all trials under the present configuration with this patch. @throws InvalidInputError for a patch that cannot be applied */
  async run(patch: Patch, trials: readonly Trial[]): Promise<TrialOutcome[]> {
    await this.use(patch);
    return mapConcurrently(trials, AT_ONCE, (trial) => this.remembered(trial));
  }

  /** Runs one changed trial under the configuration of the patch. */
  async change(patch: Patch, trial: Trial, change: Change): Promise<TrialOutcome> {
    await this.use(patch);
    return this.outcome(trial, change);
  }

  /**
   * One-based rank of the gold passage in the search for a message alone, null beyond rank 100; and the heading of the passage, or of
   * another passage of its document.
   */
  async goldRank(
    patch: Patch,
    trial: Trial,
    message: string,
  ): Promise<{ readonly rank: number | null; readonly heading: string | null }> {
    await this.use(patch);
    const { asOf, gold } = trial.question;
    const { passages } = await this.sandbox.rank({ message, asOf, topK: LOOKED_AT }, this.signal);
    const quote = foldedWithoutSpaces(gold.quote ?? '');
    const at = passages.findIndex(
      (passage) => passage.documentId === gold.documentId && foldedWithoutSpaces(passage.text).includes(quote),
    );
    const found = passages[at] ?? passages.find((passage) => passage.documentId === gold.documentId);
    const heading = found === undefined ? null : `${found.title} ${found.section ?? ''}`;
    return { rank: at < 0 ? null : at + 1, heading };
  }

  /** Content words of a text, as the search tokenizes them. */
  async words(text: string): Promise<readonly string[]> {
    const known = this.wordsOf.get(text);
    if (known !== undefined || text.trim() === '') return known ?? [];
    const { words } = await this.sandbox.rank({ message: text, asOf: undefined, topK: 1 }, this.signal);
    this.wordsOf.set(text, words);
    return words;
  }

  /** The passages that the search finds for a message under the present configuration, best first. */
  async passages(message: string, topK: number): Promise<readonly RankedPassage[]> {
    await this.use([]);
    return (await this.sandbox.rank({ message, asOf: undefined, topK }, this.signal)).passages;
  }

  /** How near each of the words is to a word in meaning, by word. */
  async nearness(word: string, others: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const values = await this.sandbox.nearness(word, others);
    return new Map(others.map((other, i) => [other, values[i] ?? 0]));
  }

  /** Verbs of a text in their dictionary form. */
  verbs(text: string): Promise<readonly string[]> {
    return this.sandbox.verbs(text);
  }

  /** Words of the languages of the documents, forms of verbs among them. */
  vocabulary(): Promise<Vocabulary> {
    return this.sandbox.vocabulary();
  }

  /** Whether the lexicon of everyday words already joins the first word with the other. */
  isKnownPair(asked: string, written: string): boolean {
    const wanted = foldedWithoutSpaces(written);
    return this.sandbox.namesOf(asked).some((name) => foldedWithoutSpaces(name) === wanted);
  }

  /** Title and section of the gold passage, found by its own words; null if the search does not find its document by them. */
  async goldHeading({ question }: Trial): Promise<string | null> {
    const { quote, documentId } = question.gold;
    const key = `${documentId ?? ''}\n${quote ?? ''}`;
    const known = this.headings.get(key);
    if (known !== undefined || quote === null) return known ?? null;
    // Also searched if the target has a narrower filter: the words of a passage say what a question about it is about.
    const asked = {
      message: quote.slice(0, LONGEST_MESSAGE),
      asOf: question.asOf,
      topK: FOUND_BY_ITSELF,
      isWidened: true,
    };
    const { passages } = await this.sandbox.rank(asked, this.signal);
    const own = passages.filter((passage) => passage.documentId === documentId);
    const text = foldedWithoutSpaces(quote);
    const found = own.find((passage) => foldedWithoutSpaces(passage.text).includes(text)) ?? own[0];
    const heading = found === undefined ? null : `${found.title} ${found.section ?? ''}`;
    this.headings.set(key, heading);
    return heading;
  }

  /** Clears the cached outcomes after a change of the configuration in service. Judgements of answers stay cached. */
  forget(): void {
    this.outcomes.clear();
    this.inUse = '';
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  private async use(patch: Patch): Promise<void> {
    const wanted = JSON.stringify(patch);
    if (wanted === this.inUse) return;
    await this.sandbox.use(patch);
    this.inUse = wanted;
  }

  private async remembered(trial: Trial): Promise<TrialOutcome> {
    const key = `${this.inUse}\n${trial.question.id}`;
    const known = this.outcomes.get(key);
    if (known !== undefined) return known;
    const outcome = await this.outcome(trial, {});
    this.outcomes.set(key, outcome);
    return outcome;
  }

  private async outcome(trial: Trial, change: Change): Promise<TrialOutcome> {
    const { text, asOf } = trial.question;
    const { history } = trial;
    try {
      const answer = await this.sandbox.ask({ message: text, asOf, history, off: [], ...change }, this.signal);
      if (trial.intent !== null) return intentOutcome(trial, answer);
      const judged = judgedOutcome(trial, answer, await this.judged(trial, answer));
      return this.isCure(judged) && !quotesItsGold(trial, answer) ? { ...judged, success: false, score: null } : judged;
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      return { trial, answer: undefined, judgement: undefined, success: null, score: null };
    }
  }

  /** Whether the answer failed under the configuration in service, and is right now. */
  private isCure({ trial, success }: TrialOutcome): boolean {
    return success === true && this.outcomes.get(`[]\n${trial.question.id}`)?.success === false;
  }

  private async judged({ question }: Trial, answer: TargetAnswer): Promise<Judgement> {
    const sources = answer.sources.map(({ documentId, start, end }) => [documentId, start, end]);
    const key = JSON.stringify([question.id, answer.abstained, answer.text, sources]);
    const known = this.judgements.get(key);
    if (known !== undefined) return known;
    const place = { asOf: question.asOf, scope: this.caller.scope };
    const { checker, judge } = this.judges;
    const claims = answer.abstained
      ? [await checker.checkAbstention(question, place, this.signal)]
      : await checker.check({ text: answer.text, question: question.text, cited: citedBy(answer) }, place, this.signal);
    const judgement = await judge.judge(question, answer, claims, this.signal);
    this.judgements.set(key, judgement);
    return judgement;
  }
}

/** Opens experiment runners. */
@Injectable()
export class OpenExperimentRunner {
  constructor(
    private readonly sandboxes: ExperimentSandboxes,
    private readonly checker: ClaimChecker,
    private readonly judge: AnswerJudge,
  ) {}

  /** The runner has its own index until it is closed. */
  async open(caller: TrialCaller, signal: AbortSignal): Promise<ExperimentRunner> {
    const { checker, judge } = this;
    return new ExperimentRunner(await this.sandboxes.open(caller), { checker, judge }, caller, signal);
  }
}
