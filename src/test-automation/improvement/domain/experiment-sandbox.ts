import { TargetAnswer } from '../../domain/rag-target.js';
import { SessionScope } from '../../domain/session-scope.js';

/** JSON Patch (RFC 6902) on the versioned configuration `{intents, synonyms, pipeline}`. */
export type Patch = readonly Readonly<Record<string, unknown>>[];

/** A question as it is tried; what is named beside the message is a counterfactual. */
export interface TrialQuestion {
  readonly message: string;
  readonly asOf: string | undefined;
  /** Components that are switched off; empty is the pipeline as configured. */
  readonly off: readonly string[];
  /** A passage that stands first whatever the search finds (oracle retrieval). */
  readonly handed?: { readonly documentId: string; readonly quote: string } | undefined;
  /** QuestionOutcome under all that the caller may see, where the target looks through less. */
  readonly isWidened?: boolean | undefined;
  /** Questions before it, oldest first, where it is a turn of a dialogue. */
  readonly history?: readonly string[] | undefined;
  /** Passages to read; as in a chat without it. */
  readonly topK?: number | undefined;
}

export interface RankedPassage {
  readonly documentId: string;
  readonly title: string;
  readonly section: string | null;
  readonly text: string;
}

/** What the search alone makes of a question. */
export interface TrialRanking {
  /** Best first. */
  readonly passages: readonly RankedPassage[];
  /** The question's content words as the search reads them. */
  readonly words: readonly string[];
}

/** What of a question the search alone is asked. */
export type RankedQuestion = Pick<TrialQuestion, 'message' | 'asOf' | 'topK' | 'isWidened'>;

/** The own system with a configuration that nobody else feels: nothing that is tried in it leaves a conversation or a trace. */
export abstract class ExperimentSandbox {
  /** Puts the configuration in service with this patch on it. @throws InvalidInputError when it cannot be applied or gives no configuration */
  abstract use(patch: Patch): Promise<void>;
  /** @throws TargetError when no answer came */
  abstract ask(question: TrialQuestion, signal: AbortSignal): Promise<TargetAnswer>;
  abstract rank(question: RankedQuestion, signal: AbortSignal): Promise<TrialRanking>;
  /** Frees what it holds: an index of its own. */
  abstract close(): Promise<void>;
}

/** Whose sandbox it is: it sees what that caller may see, or what its target looks through, where that is less. */
export interface TrialCaller {
  readonly owner: string;
  readonly scope: SessionScope;
  readonly targetScope?: SessionScope | undefined;
}

/** Opens sandboxes. */
export abstract class TrialSandboxes {
  abstract open(caller: TrialCaller): Promise<ExperimentSandbox>;
}
