import { sentenceSpans } from '../../../text/sentences/sentences.js';
import { SourceDocument } from '../../domain/session-scope.js';

export interface Article {
  readonly document: SourceDocument;
  /** `제7조`, a heading, or null for a text without either. */
  readonly section: string | null;
  readonly title: string;
  readonly start: number;
  readonly text: string;
}

export interface Sentence {
  /** Verbatim; a quote. */
  readonly text: string;
  /** Offset in the document. */
  readonly start: number;
}

const ARTICLE = /^(제\d{1,4}조(?:의\d{1,3})?)\s*[(（]([^)）\n]{1,60})[)）]/gmu;
const ANNEX = /^[[<]\s*(별표\s*\d{0,2}|별지[^\]>\n]{0,200})[\]>]\s*([^\n]{0,80})/gmu;
const SUPPLEMENT = /^부\s*칙/gmu;
const HEADING = /^#{1,6} +([^\n ][^\n]*)$/gmu;

interface Mark {
  readonly at: number;
  readonly section: string | null;
  readonly title: string;
  /** Supplementary provisions state dates only; forms contain no rules. */
  readonly isSkipped: boolean;
}

function marksOf(document: SourceDocument): Mark[] {
  const { text } = document;
  const articles = [...text.matchAll(ARTICLE)].map((m) => mark(m, m[1] ?? null, m[2] ?? '', false));
  if (articles.length === 0) {
    const headings = [...text.matchAll(HEADING)].map((m) => mark(m, (m[1] ?? '').trim(), (m[1] ?? '').trim(), false));
    return [{ at: 0, section: null, title: document.title, isSkipped: false }, ...headings];
  }
  const supplements = [...text.matchAll(SUPPLEMENT)].map((m) => mark(m, '부칙', '부칙', true));
  const firstSupplement = supplements[0]?.at ?? text.length;
  const annexes = [...text.matchAll(ANNEX)].map((m) =>
    mark(m, (m[1] ?? '').trim(), plainTitle(m[2] ?? ''), (m[1] ?? '').startsWith('별지')),
  );
  return [...articles.filter((a) => a.at < firstSupplement), ...supplements, ...annexes];
}

function mark(match: RegExpMatchArray, section: string | null, title: string, isSkipped: boolean): Mark {
  return { at: match.index ?? 0, section, title, isSkipped };
}

/** `공개경쟁시험의 단계와 배점(제9조 관련) <개정 …>` without its remarks. */
const plainTitle = (title: string): string => title.replace(/[(（<[].*/u, '').trim();

/** The articles, annexes or headed parts of a document that can contain rules. */
export function articlesOf(document: SourceDocument): Article[] {
  const marks = marksOf(document).sort((a, b) => a.at - b.at);
  return marks
    .map((m, i) => ({ ...m, end: marks[i + 1]?.at ?? document.text.length }))
    .filter((m) => !m.isSkipped && m.title !== '' && m.end > m.at)
    .map((m) => ({
      document,
      section: m.section,
      title: m.title,
      start: m.at,
      text: document.text.slice(m.at, m.end),
    }));
}

/** Identifies an article within a store. */
export const articleKeyOf = ({ document, section }: Article): string => `${document.documentId}#${section ?? ''}`;

export function sentencesOf(article: Article): Sentence[] {
  return sentenceSpans(article.text).map((span) => ({
    text: article.text.slice(span.start, span.end),
    start: article.start + span.start,
  }));
}
