import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { Gold, OPEN_GOLD } from '../../domain/question.js';
import { DocumentSource, SessionScope } from '../../domain/session-scope.js';

/** A passage that a person named as the right source of an answer. */
export interface NamedPassage {
  readonly documentId: string;
  /** As the person sent it. */
  readonly quote: string;
}

/**
 * The passage that a person named for a rejected answer, as the right answer to its question.
 * @param scope what the session may see
 * @returns an open gold if nothing was named, if the session may not see the document, or if the document does not have the quote word for word
 */
export async function namedPassage(
  named: NamedPassage | null,
  source: DocumentSource,
  scope: SessionScope,
  signal: AbortSignal,
): Promise<Gold> {
  const document = named === null ? undefined : await source.one(named.documentId, scope, signal);
  if (named === null || document === undefined) return OPEN_GOLD;
  const isVerbatim = foldedWithoutSpaces(document.text).includes(foldedWithoutSpaces(named.quote));
  return isVerbatim ? { ...OPEN_GOLD, ...named } : OPEN_GOLD;
}
