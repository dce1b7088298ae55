import { SessionScope } from './session-scope.js';

/** A document that questions are made from. */
export interface SourceDocument {
  readonly documentId: string;
  readonly title: string;
  readonly text: string;
  readonly canonicalPath: readonly string[];
  readonly version: string | null;
  /** `YYYY-MM-DD` */
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

/** The documents of the store that a session may see. */
export abstract class DocumentSource {
  abstract documents(scope: SessionScope, signal: AbortSignal): AsyncIterable<SourceDocument>;
  /** Undefined for one that does not exist or is outside the scope. */
  abstract one(documentId: string, scope: SessionScope, signal: AbortSignal): Promise<SourceDocument | undefined>;
}
