import { CheckedClaim } from '../../domain/claim-checker.js';
import { SourceDocument } from '../../domain/source-document.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';

/** Letters of a claim that are more than a common phrase. */
const LEAST_LETTERS = 12;

/** Whether a claim fails because its own search found nothing that says it. */
export const isNotFound = (claim: CheckedClaim): boolean => claim.verdict === 'not_found' && claim.checkable;

/**
 * Supports the claims that no search found and that a cited document has word for word. A contradicted claim stays contradicted: another
 * edition or another rule may have the words too.
 * @param cited stored documents that the answer cites
 */
export function quotedFrom(
  claims: readonly CheckedClaim[],
  cited: readonly Pick<SourceDocument, 'documentId' | 'text'>[],
): CheckedClaim[] {
  const texts = cited.map(({ documentId, text }) => ({ documentId, text: foldedWithoutSpaces(text) }));
  return claims.map((claim) => {
    const said = foldedWithoutSpaces(claim.claim).replace(/[.。]$/u, '');
    if (!isNotFound(claim) || said.length < LEAST_LETTERS) return claim;
    const source = texts.find(({ text }) => text.includes(said));
    if (source === undefined) return claim;
    const reasons = ['the cited document says it word for word'];
    const { documentId } = source;
    return { ...claim, verdict: 'supported', quote: claim.claim, documentId, chunkId: null, reasons };
  });
}
