import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Answer } from '../domain/answer.js';
import { AskRequest } from '../domain/ask-request.js';
import { SideEvent, TraceEvent } from '../domain/trace.js';

/** RFC 6902, over the configuration `{intents, synonyms, pipeline}`. */
export type ConfigurationPatch = readonly Readonly<Record<string, unknown>>[];

/** A passage that is handed to the answer whatever the search finds. */
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

/** The whole pipeline with a configuration of its own. It leaves no conversation and no trace, and nobody else's answer changes. */
export abstract class PipelineSandbox {
  /** The configuration in service with this patch on it; empty is the configuration as it is. @throws InvalidInputError as a patch of the configuration does */
  abstract use(patch: ConfigurationPatch): Promise<void>;
  /** @param handed stands first among the passages: what would be answered if the search were right */
  abstract answer(request: AskRequest, signal: AbortSignal, handed?: HandedPassage): Promise<SandboxAnswer>;
  abstract rank(query: SandboxQuery, signal: AbortSignal): Promise<SandboxRanking>;
  abstract close(): Promise<void>;
}

/** Opens pipelines to try configurations in. */
export abstract class PipelineSandboxes {
  abstract open(): Promise<PipelineSandbox>;
}
