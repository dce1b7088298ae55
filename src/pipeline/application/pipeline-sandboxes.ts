import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Answer, AskRequest } from '../domain/answer.js';
import { SideEvent, TraceEvent } from '../domain/trace.js';

/** RFC 6902, over the configuration `{intents, synonyms, pipeline}`. */
export type ConfigurationPatch = readonly Readonly<Record<string, unknown>>[];

/** A passage that is always added to the search results. */
export interface HandedPassage {
  readonly documentId: string;
  readonly quote: string;
}

export interface SandboxAnswer {
  readonly answer: Answer;
  readonly events: readonly (TraceEvent | SideEvent)[];
}

export interface SandboxQuery {
  readonly question: string;
  readonly filter: CategoryFilter;
  /** `YYYY-MM-DD`; today without it. */
  readonly asOf: string | undefined;
  readonly topK: number;
}

export interface FoundPassage {
  readonly documentId: string;
  readonly chunkId: string;
  readonly title: string;
  readonly section: string | null;
  readonly text: string;
}

export interface SandboxRanking {
  /** Best first. */
  readonly passages: readonly FoundPassage[];
  /** Content words of the question as the search reads them, without particles and endings. */
  readonly words: readonly string[];
}

/** The whole pipeline with its own configuration. It stores no conversation and no trace, and does not affect other answers. */
export abstract class PipelineSandbox {
  /** Uses the current configuration with this patch; an empty patch changes nothing. @throws InvalidInputError if the patch is invalid */
  abstract use(patch: ConfigurationPatch): Promise<void>;
  /** @param handed ranks first among the passages, to show the answer of a perfect search */
  abstract answer(request: AskRequest, signal: AbortSignal, handed?: HandedPassage): Promise<SandboxAnswer>;
  abstract rank(query: SandboxQuery, signal: AbortSignal): Promise<SandboxRanking>;
  abstract close(): Promise<void>;
}

/** Opens pipelines for configuration experiments. */
export abstract class PipelineSandboxes {
  abstract open(): Promise<PipelineSandbox>;
}
