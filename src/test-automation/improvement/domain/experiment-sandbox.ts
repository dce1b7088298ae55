import { TargetAnswer } from '../../domain/rag-target.js';
import { Vocabulary } from '../../../text/tokens/whole-words.js';
import { SessionScope } from '../../domain/session-scope.js';

/** JSON Patch (RFC 6902) on the versioned configuration `{intents, synonyms, pipeline}`. */
export type Patch = readonly Readonly<Record<string, unknown>>[];

/** A question for a trial run; members other than the message are counterfactuals. */
export interface TrialQuestion {
  readonly message: string;
  readonly asOf: string | undefined;
  /** Components that are switched off; empty is the pipeline as configured. */
  readonly off: readonly string[];
  /** A passage that is ranked first regardless of the search (oracle retrieval). */
  readonly handed?: { readonly documentId: string; readonly quote: string } | undefined;
  /** Asks with all documents that the caller may see, if the target has a narrower filter. */
  readonly isWidened?: boolean | undefined;
  /** Previous questions, oldest first, for a turn of a dialogue. */
  readonly history?: readonly string[] | undefined;
  /** Passages to read; undefined as in a chat. */
  readonly topK?: number | undefined;
}

export interface RankedPassage {
  readonly documentId: string;
  readonly title: string;
  readonly section: string | null;
  readonly text: string;
}

/** The outcome of the search alone for a question. */
export interface TrialRanking {
  /** Best first. */
  readonly passages: readonly RankedPassage[];
  /** The question's content words, as the search tokenizes them. */
  readonly words: readonly string[];
}

/** The part of a trial question that the search alone uses. */
export type RankedQuestion = Pick<TrialQuestion, 'message' | 'asOf' | 'topK' | 'isWidened'>;

/** This system with a configuration of its own. Runs in it have no effect on other configurations and store no conversation or trace. */
export abstract class ExperimentSandbox {
  /**
   * Applies this patch to the configuration in service, inside the sandbox. @throws InvalidInputError if it cannot be applied or gives no
   * valid configuration
   */
  abstract use(patch: Patch): Promise<void>;
  /** @throws TargetError if there is no answer */
  abstract ask(question: TrialQuestion, signal: AbortSignal): Promise<TargetAnswer>;
  abstract rank(question: RankedQuestion, signal: AbortSignal): Promise<TrialRanking>;
  /** Cosines of a word with other words, -1..1, by vectors that do not depend on the documents; 0 for unknown words. */
  abstract nearness(word: string, others: readonly string[]): Promise<readonly number[]>;
  /** Verbs of a Korean text in their dictionary form, as far as they are known. */
  abstract verbs(text: string): Promise<readonly string[]>;
  /** Words of the languages of the documents, forms of verbs among them. */
  abstract vocabulary(): Promise<Vocabulary>;
  /** Words that the lexicon of everyday words already joins with a word. */
  abstract namesOf(word: string): readonly string[];
  /** Frees its resources: it has its own index. */
  abstract close(): Promise<void>;
}

/** Permissions of the sandbox: the documents that the caller may see, or those of its target if that is fewer. */
export interface TrialCaller {
  readonly owner: string;
  readonly scope: SessionScope;
  readonly targetScope?: SessionScope | undefined;
}

/** Opens sandboxes. */
export abstract class ExperimentSandboxes {
  abstract open(caller: TrialCaller): Promise<ExperimentSandbox>;
}
