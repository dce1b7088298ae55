import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath } from '../../shared/domain/category-path.js';
import { Page } from '../../shared/domain/page.js';
import { RetrievalDepth } from '../../shared/domain/retrieval-depth.js';

/** An agent as a choice of categories. */
export interface AgentChoice {
  readonly id: string;
  readonly name: string;
  readonly paths: readonly CategoryPath[];
}

/** Port: the categories that a caller may see, alone and as agents. The adapter in infrastructure uses the taxonomy and the agents. */
export abstract class Categories {
  abstract list(filter: CategoryFilter): Promise<readonly CategoryPath[]>;
  /** Agents of which the caller may see all categories. */
  abstract agents(filter: CategoryFilter): Promise<readonly AgentChoice[]>;
}

export interface SourceDocument {
  readonly documentId: string;
  readonly title: string;
  /** Address of the document; null for one that is only stored here. */
  readonly url: string | null;
  readonly canonicalPath: readonly string[];
  /** Whether the stored text is Markdown. Otherwise it is plain text, also for a web page or a file. */
  readonly isMarkdown: boolean;
}

/** Port: documents as resources. The adapter in infrastructure uses the documents feature. */
export abstract class SourceDocuments {
  /** @throws InvalidInputError for an unknown cursor */
  abstract list(filter: CategoryFilter, cursor: string | undefined): Promise<Page<SourceDocument>>;
  /** @throws NotFoundError if it is unknown or outside the filter */
  abstract read(documentId: string, filter: CategoryFilter): Promise<SourceDocument & { readonly text: string }>;
}

export interface PassageQuestion {
  readonly query: string;
  readonly topK: number;
  readonly depth: RetrievalDepth | undefined;
  readonly filter: CategoryFilter;
}

/** A found passage; offsets are UTF-16 units of the stored document. */
export interface FoundPassage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
  readonly canonicalPath: readonly string[];
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Relevance, 0..1. */
  readonly score: number;
}

export interface FoundPassages {
  readonly passages: readonly FoundPassage[];
  /** Unavailable parts of the search. */
  readonly degraded: readonly string[];
}

/** Port: finds passages. The adapter in infrastructure uses the search feature. */
export abstract class PassageSearch {
  abstract search(question: PassageQuestion, signal: AbortSignal): Promise<FoundPassages>;
}

export interface AskedQuestion {
  readonly message: string;
  readonly conversationId: string | undefined;
  /** Id of the caller's key. */
  readonly owner: string;
  readonly filter: CategoryFilter;
  readonly topK: number;
  readonly depth: RetrievalDepth | undefined;
  /** Review threshold of the calling agent, if any. */
  readonly reviewBelow: number | undefined;
}

export interface GivenAnswer {
  readonly text: string;
  readonly sources: readonly { readonly n: number; readonly title: string; readonly documentId: string }[];
  /** The whole answer in the names of /chat/run. */
  readonly whole: Readonly<Record<string, unknown>>;
}

/** Port: answers questions. The adapter in infrastructure uses the pipeline. */
export abstract class QuestionAnswering {
  abstract ask(question: AskedQuestion, signal: AbortSignal): Promise<GivenAnswer>;
}

export interface CaseQuestion {
  readonly query: string;
  readonly k: number;
  readonly owner: string;
  readonly filter: CategoryFilter;
}

/** Cases in the names of /cbr/suggest, or the reason why they are unavailable. */
export type SuggestedCases =
  | {
      readonly available: true;
      /** For feedback by POST /cbr/feedback. */
      readonly logId: string;
      readonly suggestions: readonly Readonly<Record<string, unknown>>[];
    }
  | { readonly available: false; readonly reason: string };

/** Port: earlier questions with their answers. The adapter in infrastructure uses the case base. */
export abstract class CaseSuggestions {
  abstract suggest(question: CaseQuestion, signal: AbortSignal): Promise<SuggestedCases>;
}
