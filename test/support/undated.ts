import { SourceDocument } from '../../src/test-automation/domain/session-scope.js';

/** The days of a document without editions. */
export const UNDATED = { version: null, effectiveFrom: null, effectiveTo: null } as const;

/** A document without editions. */
export const undatedDocument = (
  documentId: string,
  canonicalPath: readonly string[],
  title: string,
  text: string,
): SourceDocument => ({ documentId, title, text, canonicalPath, ...UNDATED });
