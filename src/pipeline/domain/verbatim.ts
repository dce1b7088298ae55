import { shownText } from '../../text/shown-text.js';
import { ComposedAnswer } from './composer.js';
import { Evidence } from './evidence.js';

/**
 * Whether an answer consists of quotes alone: every cited stretch is the text of its passage as it is shown, and nothing stands
 * between them but white space and citation marks. Such an answer says what the documents say; there is nothing to verify.
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
