import { CheckedClaim, isFailedClaim } from '../../domain/claim-checker.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { OF_OTHER_PEOPLE } from './said-of-others.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';

/** Letters of a claim that are more than a common phrase. */
const LEAST_LETTERS = 12;

type Known = Pick<SourceDocument, 'documentId' | 'text'>;

/** A quote ends with the end of its sentence, or with the sign for what is left out. */
const END = /[.。…]{1,4}$/u;

/** Another document cannot contradict a quote; the right one does, and so does a rule that is said of other people. */
const isContradictedByRight = ({ verdict, documentId, reasons }: CheckedClaim, rightId: string | undefined): boolean =>
  verdict === 'contradicted' &&
  ((rightId !== undefined && documentId === rightId) || reasons.includes(OF_OTHER_PEOPLE));

/** Whether a search found a claim in a document that is neither the right one nor cited: these may have the same words. */
export const isFoundElsewhere = ({ verdict, documentId }: CheckedClaim, own: ReadonlySet<string>): boolean =>
  verdict === 'supported' && documentId !== null && !own.has(documentId);

/**
 * Supports the failed claims that the right document or a cited one has word for word. Many bodies have nearly the same rule, so a search may
 * not find the quoted one, or may find that of another body with another number. A claim that was found in another document is that of the
 * right or cited one too, if this has the same words.
 * @param cited stored documents in force: those that the answer cites, and the right one
 * @param rightId the document of the gold passage
 */
export function quotedFrom(claims: readonly CheckedClaim[], cited: readonly Known[], rightId?: string): CheckedClaim[] {
  const texts = cited.map(({ documentId, text }) => ({ documentId, text: foldedWithoutSpaces(text) }));
  const own = new Set(cited.map(({ documentId }) => documentId));
  return claims.map((claim) => {
    const said = foldedWithoutSpaces(claim.claim).replace(END, '');
    if (!(isFailedClaim(claim) || isFoundElsewhere(claim, own)) || said.length < LEAST_LETTERS) return claim;
    const sources = texts.filter(({ text }) => text.includes(said));
    const source = sources.find(({ documentId }) => documentId === rightId) ?? sources[0];
    if (source === undefined) return claim;
    const { documentId } = source;
    if (isContradictedByRight(claim, documentId === rightId ? undefined : rightId)) return claim;
    const reasons = ['the document says it word for word'];
    return { ...claim, verdict: 'supported', quote: claim.claim, documentId, chunkId: null, reasons };
  });
}
