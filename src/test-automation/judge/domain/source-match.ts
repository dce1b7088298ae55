import { CheckedClaim } from '../../domain/claim-checker.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { Gold } from '../../domain/question.js';
import { TargetSource } from '../../domain/rag-target.js';

/** Shorter common quotes share a formula, not a provision. */
const MIN_OVERLAP = 12;
/** The end of a sentence, or the sign for what is left out. */
const CLAIM_END = /[.。…]{1,4}$/u;

/** Whether two quotes are of the same part of the text: one contains a large part of the other. */
function overlap(a: string, b: string): boolean {
  const [shorter, longer] = [foldedWithoutSpaces(a), foldedWithoutSpaces(b)].sort((x, y) => x.length - y.length);
  if (shorter === undefined || longer === undefined || shorter === '') return false;
  if (longer.includes(shorter)) return true;
  const piece = Math.max(MIN_OVERLAP, Math.floor(shorter.length / 2));
  for (let i = 0; i + piece <= shorter.length; i += Math.max(1, Math.floor(piece / 2)))
    if (longer.includes(shorter.slice(i, i + piece))) return true;
  return false;
}

/** Whether the quote of a source has a claim word for word. */
export const quotesClaim = ({ quote }: TargetSource, claim: string): boolean =>
  foldedWithoutSpaces(quote).includes(foldedWithoutSpaces(claim).replace(CLAIM_END, ''));

export interface SourceMatch {
  /** A source quotes the gold passage. */
  readonly quotesGold: boolean;
  readonly namesGoldDocument: boolean;
  /** A source is a document in which a claim of the answer was found to be supported. */
  readonly supportsClaim: boolean;
  readonly any: boolean;
}

/** Whether the sources of an answer quote the gold passage, and whether they support its claims. */
export function matchSources(
  sources: readonly TargetSource[],
  gold: Gold,
  claims: readonly CheckedClaim[],
): SourceMatch {
  const { documentId, quote } = gold;
  const supporting = new Set(claims.filter((c) => c.verdict === 'supported').map((c) => c.documentId));
  return {
    quotesGold: quote !== null && sources.some((s) => s.documentId === documentId && overlap(s.quote, quote)),
    namesGoldDocument: documentId !== null && sources.some((s) => s.documentId === documentId),
    supportsClaim: sources.some((s) => supporting.has(s.documentId)),
    any: sources.length > 0,
  };
}

/** Whether a text itself cites its section and its document. For targets without sources. */
export function namesProvision(answer: string, gold: Gold): boolean {
  const section = /제\s*\d+\s*조(?:의\s*\d+)?/u.exec(gold.section ?? '')?.[0] ?? gold.section;
  return section !== null && section !== '' && foldedWithoutSpaces(answer).includes(foldedWithoutSpaces(section));
}
