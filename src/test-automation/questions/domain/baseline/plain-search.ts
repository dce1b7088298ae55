import { Steps } from '../../../../shared/domain/steps.js';
import { SourceDocument } from '../../../domain/session-scope.js';
import { Article, articlesOf, sentencesOf } from '../articles.js';

const K1 = 0.9;
const B = 0.4;
const HANGUL = /[가-힣]/u;
/** Maximum number of indexed articles; of a larger store the first articles are indexed. */
const MOST_ARTICLES = 20_000;

/** Terms of plain search: Hangul bigrams, and words in other scripts without their most common endings. */
export function plainTerms(text: string): string[] {
  return (text.toLowerCase().match(/[가-힣]+|[a-z0-9]+/gu) ?? []).flatMap((word) => {
    if (!HANGUL.test(word)) return [word.replace(/(?:ing|ed|es|s)$/u, '')];
    return word.length === 1 ? [word] : Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2));
  });
}

/** Plain BM25 over the articles of a store: the baseline that every target is compared with. */
export class PlainSearch {
  private readonly postings = new Map<string, { readonly at: number; readonly times: number }[]>();
  private readonly lengths: number[] = [];
  private readonly articles: Article[] = [];
  private total = 0;

  static *over(documents: readonly SourceDocument[]): Steps<PlainSearch> {
    const search = new PlainSearch();
    for (const document of documents) {
      yield;
      if (search.articles.length >= MOST_ARTICLES) break;
      for (const article of articlesOf(document)) search.add(article);
    }
    return search;
  }

  private add(article: Article): void {
    const terms = plainTerms(`${article.document.title} ${article.title} ${article.text}`);
    const times = new Map<string, number>();
    for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1);
    const at = this.articles.length;
    for (const [term, n] of times) {
      const list = this.postings.get(term);
      if (list === undefined) this.postings.set(term, [{ at, times: n }]);
      else list.push({ at, times: n });
    }
    this.articles.push(article);
    this.lengths.push(terms.length);
    this.total += terms.length;
  }

  /** The best articles for a question, best first. Formula: Robertson and Zaragoza, 2009, with the idf of Lucene. */
  best(question: string, count: number): Article[] {
    const scores = new Map<number, number>();
    const average = this.total / Math.max(1, this.articles.length);
    for (const term of new Set(plainTerms(question))) {
      const list = this.postings.get(term) ?? [];
      const idf = Math.log(1 + (this.articles.length - list.length + 0.5) / (list.length + 0.5));
      for (const { at, times } of list) {
        const length = (this.lengths[at] ?? 0) / average;
        scores.set(at, (scores.get(at) ?? 0) + (idf * times * (K1 + 1)) / (times + K1 * (1 - B + B * length)));
      }
    }
    const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, count);
    return ranked.flatMap(([at]) => this.articles[at] ?? []);
  }
}

/** The sentence of an article with the most terms of the question; the first of equals. */
export function bestSentence(article: Article, question: string): string {
  const asked = new Set(plainTerms(question));
  let best = { text: '', share: -1 };
  for (const { text } of sentencesOf(article)) {
    const held = new Set(plainTerms(text).filter((term) => asked.has(term))).size;
    if (held > best.share) best = { text, share: held };
  }
  return best.text;
}

export const firstSentence = (article: Article): string => sentencesOf(article)[0]?.text ?? '';
