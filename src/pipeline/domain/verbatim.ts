import { shownText } from '../../text/shown-text.js';
import { ComposedAnswer } from './composer.js';
import { Evidence } from './evidence.js';

/**
 * Whether an answer consists of quotes alone: every cited span equals the shown text of its passage, and only white space and citation
 * marks are between the spans. Such an answer needs no verification.
 */
export function isVerbatim({ text, citations }: ComposedAnswer, evidence: readonly Evidence[]): boolean {
  const passages = new Map(evidence.map((e) => [e.chunkId, e.text]));
  let rest = '';
  let at = 0;
  for (const citation of [...citations].sort((a, b) => a.start - b.start)) {
    const quote = passages.get(citation.chunkId)?.slice(citation.quoteStart, citation.quoteEnd);
    if (quote === undefined || shownText(quote) !== text.slice(citation.start, citation.end)) return false;
    rest += text.slice(at, citation.start);
    at = Math.max(at, citation.end);
  }
  rest += text.slice(at);
  return citations.length > 0 && /^(?:\s|\[\d{1,3}\])*$/u.test(rest);
}
