import { compactTitle } from '../../../text/clauses/citations.js';
import { clauseReading } from '../../../text/clauses/clause-reading.js';
import { folded, placesOf } from './literal.js';
import { isSameWord, termsOf } from './meaning.js';
import { sayingsOf } from './readable-answer.js';

/** A document of a gold quote, with its known parts. */
export interface GoldDocument {
  readonly documentId: string;
  readonly title: string;
  readonly text: string;
  readonly quotes: readonly string[];
}

interface EvidenceText {
  readonly id: string | undefined;
  readonly text: string;
}

const ARTICLE_LINE =
  /(?:^|\n)[^\S\n]{0,8}(?:#{1,6}[^\S\n])?(?:\*\*)?제\s?(\d{1,4})\s?조(?:\s?의\s?(\d{1,3}))?(?=[\s(（【[*])/gu;
const ENGLISH_LINE =
  /(?:^|\n)[^\S\n]{0,8}(?:#{1,6}[^\S\n])?(?:\*\*)?(?:Article|Art\.|Section|Sec\.|Clause|Rule|§)\s?(\d{1,4}[a-z]?(?:\.\d{1,3})*)/gu;
const HEADING_LINE = /(?:^|\n)#{1,6}[^\S\n]{1,4}([^\n]{1,160})/gu;

/** The article of a quote, by the last article label before it or in it. */
function articlesOf({ text, quotes }: GoldDocument): Set<string> {
  const labels = [...text.matchAll(ARTICLE_LINE), ...text.matchAll(ENGLISH_LINE)]
    .map((match) => ({
      at: match.index,
      article: match[2] === undefined ? (match[1] ?? '') : `${match[1] ?? ''}의${match[2]}`,
    }))
    .sort((a, b) => a.at - b.at);
  const inside = folded(text);
  const found = new Set<string>();
  for (const quote of quotes) {
    const own = /^\s*제\s?(\d{1,4})\s?조(?:\s?의\s?(\d{1,3}))?/u.exec(quote);
    if (own !== null) found.add(own[2] === undefined ? (own[1] ?? '') : `${own[1] ?? ''}의${own[2]}`);
    for (const { end } of placesOf(quote, text, inside)) {
      const label = labels.findLast(({ at }) => at < end);
      if (label !== undefined) found.add(label.article);
    }
  }
  return found;
}

/** `the Leave types page`, `"Services" section`, `Purchase requests, section …`: pages that an English answer cites as its source. */
const PAGES: readonly RegExp[] = [
  /\b(?:[Tt]he|[Tt]he page(?: on)?|[Pp]er|[Ss]ee|[Ii]n|[Oo]n|[Uu]nder|[Tt]o)\s+["“]?((?:[A-Z][\w$,&'’()-]{0,30}\s){1,8}?)["”]?(?:page|section|guide|policy|handbook entry)\b/gu,
  /["“]([^"“”\n]{3,80})["”]\s+(?:page|section|guide|policy)\b/gu,
  /\b(?:page|section|guide|policy|entry)\s+(?:called\s+|named\s+|titled\s+)?["“]([^"“”\n]{3,80})["”]/gu,
  /(?:^|[.!?]\s)["“]?([A-Z][^.,;:"“”\n]{2,60})["”]?,\s+(?:section|under|heading)\b/gu,
];

function pagesNamed(answer: string): string[] {
  return PAGES.flatMap((pattern) => [...answer.matchAll(pattern)].map((match) => (match[1] ?? '').trim())).filter(
    (name) => termsOf(name).length > 0,
  );
}

/** A passage without its document: its own text has the article. */
const asText = (document: GoldDocument): GoldDocument =>
  document.text === '' ? { ...document, text: document.quotes.join('\n') } : document;

/** The evidence as documents; the right passages in it are the gold quotes or, without them, the clauses that support the answer. */
export const evidencePlaces = (evidence: readonly EvidenceText[], quotes: readonly string[]): GoldDocument[] =>
  evidence.map(({ id, text }) => ({ documentId: id ?? '', title: '', text, quotes }));

/**
 * Compares the cited location of an answer with the right one; undefined if it cites none, or the right one is unknown.
 * @param evidence texts that have the right passage, read if the documents and their quotes have no article
 */
export function namesRightPlace(
  answer: string,
  documents: readonly GoldDocument[],
  evidence: readonly GoldDocument[] = [],
): boolean | undefined {
  const passages = documents.map(asText).filter(({ text }) => text !== '');
  const own = new Set(passages.flatMap((document) => [...articlesOf(document)]));
  const articles = own.size > 0 ? own : new Set(evidence.flatMap((document) => [...articlesOf(document)]));
  const named = sayingsOf(answer).flatMap(({ text }) => clauseReading(text).citations);
  const withArticle = named.filter(({ article }) => article !== undefined);
  if (withArticle.length > 0 && articles.size > 0) {
    const isRight = withArticle.some(({ article = '' }) => articles.has(article));
    return isRight || withArticle.every(({ article }) => isNamedInQuotes(article ?? '', passages)) ? true : false;
  }
  const known = documents.filter(({ text }) => text !== '');
  const pages = pagesNamed(answer);
  if (pages.length === 0 || known.length === 0) return undefined;
  const headings = known.flatMap(({ title, text }) => [
    title,
    ...[...text.matchAll(HEADING_LINE)].map((match) => match[1] ?? ''),
  ]);
  const titles = termsOf(headings.join('\n'));
  const fits = (name: string): boolean => {
    const words = termsOf(name);
    return words.filter((word) => titles.some((other) => isSameWord(word, other))).length >= 0.6 * words.length;
  };
  return pages.every(fits);
}

function isNamedInQuotes(article: string, documents: readonly GoldDocument[]): boolean {
  return documents.some(({ quotes }) => quotes.some((quote) => quote.includes(`제${article}조`)));
}

/** A citation that came with an answer. */
export interface GivenCitation {
  readonly title?: string | undefined;
  readonly documentId?: string | undefined;
  readonly quote?: string | undefined;
}

/** A document that an answer cites. */
export type CitedPage = Pick<GoldDocument, 'documentId' | 'title' | 'text'>;

/** The page of a citation that has its quote word for word; undefined without one. */
export function pageQuotedBy({ documentId, quote }: GivenCitation, pages: readonly CitedPage[]): CitedPage | undefined {
  const said = folded(quote ?? '').text.replace(/[.。…]{1,4}$/u, '');
  if (said.length < SHORTEST_OVERLAP) return undefined;
  return pages.find((page) => page.documentId === documentId && folded(page.text).text.includes(said));
}

const SHORTEST_OVERLAP = 8;

function quotesOverlap(a: string, b: string): boolean {
  const [shorter = '', longer = ''] = [folded(a).text, folded(b).text].sort((x, y) => x.length - y.length);
  if (shorter.length < SHORTEST_OVERLAP) return false;
  const piece = Math.max(SHORTEST_OVERLAP, Math.floor(shorter.length / 2));
  for (let i = 0; i + piece <= shorter.length; i += Math.max(1, Math.floor(piece / 2)))
    if (longer.includes(shorter.slice(i, i + piece))) return true;
  return false;
}

/** Whether a citation is of the right document, or quotes the right passage. */
export function isRightCitation(citation: GivenCitation, documents: readonly GoldDocument[]): boolean {
  const { documentId, title, quote } = citation;
  return documents.some(
    (gold) =>
      (documentId !== undefined && documentId === gold.documentId) ||
      (title !== undefined && title !== '' && gold.title !== '' && compactTitle(title) === compactTitle(gold.title)) ||
      (quote !== undefined && gold.quotes.some((own) => quotesOverlap(quote, own))),
  );
}
