import { Injectable } from '@nestjs/common';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { ClaimChecker } from '../../domain/claim-checker.js';
import { Patch, TrialCaller, TrialQuestion, ExperimentSandbox, TrialSandboxes } from '../domain/experiment-sandbox.js';
import { intentOutcome, judgedOutcome, Trial, TrialOutcome } from '../domain/trial.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { TargetAnswer, TargetError } from '../../domain/rag-target.js';
import { Judgement } from '../../domain/test-result.js';
import { mapConcurrently } from '../../../shared/domain/bulkhead.js';

/** Trials side by side: one is searched for while another is read and judged. */
const AT_ONCE = 3;
/** How deep the search is looked through for the gold passage. */
const LOOKED_AT = 100;
/** A passage that is asked for by its own words stands among the first. */
const FOUND_BY_ITSELF = 10;
const LONGEST_MESSAGE = 1000;

/** What is changed about a trial, beside its configuration. */
export type Change = Partial<
  Pick<TrialQuestion, 'message' | 'asOf' | 'off' | 'handed' | 'topK' | 'isWidened' | 'history'>
>;

interface Judges {
  readonly checker: ClaimChecker;
  readonly judge: AnswerJudge;
}

/**
 * A place to try configurations: trials are asked in a sandbox and judged as a session judges. What was tried under a configuration is
 * remembered, and the same answer is judged once, so that the many configurations that change nothing about a question cost little.
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

  /** All trials under the configuration in service with this patch on it. @throws InvalidInputError for a patch that cannot be applied */
  async run(patch: Patch, trials: readonly Trial[]): Promise<TrialOutcome[]> {
    await this.use(patch);
    return mapConcurrently(trials, AT_ONCE, (trial) => this.remembered(trial));
  }

  /** One trial with something changed about it, under the configuration of the patch. */
  async change(patch: Patch, trial: Trial, change: Change): Promise<TrialOutcome> {
    await this.use(patch);
    return this.outcome(trial, change);
  }

  /** Rank of the gold passage from 1 in the search for a message alone, null beyond a hundred; and the heading of the passage, or of another of its document. */
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

  /** Content words of a text as the search reads them. */
  async words(text: string): Promise<readonly string[]> {
    const known = this.wordsOf.get(text);
    if (known !== undefined || text.trim() === '') return known ?? [];
    const { words } = await this.sandbox.rank({ message: text, asOf: undefined, topK: 1 }, this.signal);
    this.wordsOf.set(text, words);
    return words;
  }

  /** Title and section of the gold passage, found by its own words; null where the search does not find its document by them. */
  async goldHeading({ question }: Trial): Promise<string | null> {
    const { quote, documentId } = question.gold;
    const key = `${documentId ?? ''}\n${quote ?? ''}`;
    const known = this.headings.get(key);
    if (known !== undefined || quote === null) return known ?? null;
    // Also where the target looks through less: the words of a passage say what a question about it is about.
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

  /** Forgets what was tried: the configuration in service is another one. Judgements of answers stay. */
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
      return judgedOutcome(trial, answer, await this.judged(trial, answer));
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      return { trial, answer: undefined, judgement: undefined, success: null, score: null };
    }
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
      : await checker.check({ text: answer.text, question: question.text }, place, this.signal);
    const judgement = await judge.judge(question, answer, claims, this.signal);
    this.judgements.set(key, judgement);
    return judgement;
  }
}

/** Opens benches. */
@Injectable()
export class OpenExperimentRunner {
  constructor(
    private readonly sandboxes: TrialSandboxes,
    private readonly checker: ClaimChecker,
    private readonly judge: AnswerJudge,
  ) {}

  /** The bench holds an index of its own until it is closed. */
  async open(caller: TrialCaller, signal: AbortSignal): Promise<ExperimentRunner> {
    const { checker, judge } = this;
    return new ExperimentRunner(await this.sandboxes.open(caller), { checker, judge }, caller, signal);
  }
}
