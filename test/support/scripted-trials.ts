import { knownVerbs } from '../../src/text/korean/spoken-verbs.js';
import { ClaimChecker } from '../../src/test-automation/domain/claim-checker.js';
import {
  ConfigurationView,
  ServedConfiguration,
} from '../../src/test-automation/improvement/domain/served-configuration.js';
import {
  Patch,
  RankedPassage,
  TrialQuestion,
  TrialRanking,
  ExperimentSandbox,
} from '../../src/test-automation/improvement/domain/experiment-sandbox.js';
import { ExperimentRunner } from '../../src/test-automation/improvement/application/experiment-runner.js';
import { ComponentEvent, TargetAnswer } from '../../src/test-automation/domain/rag-target.js';
import { RagComponent } from '../../src/test-automation/attribution/domain/trace-attribution.js';
import { Trial, TrialOutcome } from '../../src/test-automation/improvement/domain/trial.js';
import { FakeJudge } from './fake-session-parts.js';

export const eventOf = (component: RagComponent, fired = true): ComponentEvent => ({
  component,
  fired,
  input: null,
  output: null,
  effect: '',
  tookMs: 1,
});

/** Answers and ranks as a test says, by the question and by the patch in use. */
export class ScriptedSandbox extends ExperimentSandbox {
  readonly asked: (TrialQuestion & { readonly patch: Patch })[] = [];
  patch: Patch = [];
  isRight: (question: TrialQuestion, patch: Patch) => boolean = () => false;
  ranked: (message: string, patch: Patch) => readonly RankedPassage[] = () => [];
  near: (word: string, other: string) => number = () => 0;
  /** Verbs in their dictionary form. */
  knownWords: readonly string[] = [];
  /** The lexicon, by everyday word. */
  names: ReadonlyMap<string, readonly string[]> = new Map();
  /** Passages that right answers quote; the default is that of the results that tests make. */
  quotes: readonly string[] = ['q'];
  /** With a language model; without one HyDE never fires. */
  hasModel = false;

  use(patch: Patch): Promise<void> {
    this.patch = patch;
    return Promise.resolve();
  }
  ask(question: TrialQuestion): Promise<TargetAnswer> {
    this.asked.push({ ...question, patch: this.patch });
    const isVague = this.hasModel && JSON.stringify(this.patch).includes('vague_patterns');
    const events = isVague ? [eventOf('hyde')] : [];
    return Promise.resolve(trialAnswer(question.message, events, this.isRight(question, this.patch), this.quotes));
  }
  rank({ message }: { readonly message: string }): Promise<TrialRanking> {
    const words = message.match(/[\p{L}\p{N}]+/gu) ?? [];
    return Promise.resolve({ passages: this.ranked(message, this.patch), words });
  }
  nearness(word: string, others: readonly string[]): Promise<readonly number[]> {
    return Promise.resolve(others.map((other) => this.near(word, other)));
  }
  verbs(text: string): Promise<readonly string[]> {
    return Promise.resolve(knownVerbs(text, (word) => this.knownWords.includes(word)));
  }

  vocabulary(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(this.knownWords));
  }
  namesOf(word: string): readonly string[] {
    return this.names.get(word) ?? [];
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

const toSource = (quote: string) => ({
  documentId: 'd',
  chunkId: 'd#1',
  title: 'D',
  quote,
  start: 0,
  end: quote.length,
});

/** An answer to a message that was used unchanged; a right one quotes passages. */
export function trialAnswer(
  message: string,
  events: readonly ComponentEvent[],
  isRight: boolean,
  quotes: readonly string[] = [],
): TargetAnswer {
  return {
    text: isRight ? 'right' : 'false',
    sources: isRight ? quotes.map(toSource) : [],
    abstained: false,
    confidence: 1,
    conversationId: null,
    traceId: null,
    events,
    understood: { intent: 'question', question: message },
    degraded: [],
    costUsd: null,
    tookMs: 1,
  };
}

/** Supports `right` alone. */
class ScriptedChecker extends ClaimChecker {
  check({ text }: { readonly text: string }) {
    const verdict = text === 'right' ? ('supported' as const) : ('contradicted' as const);
    const nothing = { quote: null, documentId: null, chunkId: null, confidence: 1, reasons: [] };
    return Promise.resolve([{ claim: text, query: text, verdict, checkable: true, ...nothing }]);
  }
  checkAbstention(): never {
    throw new Error('Nobody abstains here.');
  }
  states() {
    return 'supported' as const;
  }
}

/** A configuration that nothing changes. */
export class FixedConfiguration extends ServedConfiguration {
  constructor(private readonly view: Partial<ConfigurationView> = {}) {
    super();
  }
  current(): ConfigurationView {
    return { version: 1, intents: [], synonyms: [], numbers: new Map(), ...this.view };
  }
  apply(): never {
    throw new Error('Nothing is applied.');
  }
  takeBack(): never {
    throw new Error('Nothing is taken back.');
  }
}

export function scriptedBench() {
  const sandbox = new ScriptedSandbox();
  const judges = { checker: new ScriptedChecker(), judge: new FakeJudge() };
  const bench = new ExperimentRunner(sandbox, judges, { owner: 'ann', scope: null }, new AbortController().signal);
  return { sandbox, bench };
}

/** The outcome of a trial whose answer was right, or not. */
export const trialOutcome = (trial: Trial, success: boolean): TrialOutcome => ({
  trial,
  answer: trialAnswer(trial.question.text, [], success),
  judgement: undefined,
  success,
  score: success ? 5 : 1,
});
