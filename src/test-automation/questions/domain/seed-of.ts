import { Article, articleKeyOf, Sentence } from './articles.js';
import { AskKind } from '../../domain/question.js';
import { CoreQuestion, QuestionForms, SlotClass } from './core-question.js';
import { stableHash } from '../../domain/seeded-random.js';

interface CoreTraits {
  readonly language: 'en' | 'ko';
  readonly facts: readonly string[];
  readonly slot: SlotClass;
  readonly asks?: AskKind;
  readonly said?: readonly QuestionForms[];
  readonly isProcedure?: boolean;
  readonly isEligibility?: boolean;
  readonly isException?: boolean;
  readonly isComparison?: boolean;
  readonly group?: string;
}

/** A seed about a quote of an article. */
export function seedOf(article: Article, quote: Sentence, forms: QuestionForms, traits: CoreTraits): CoreQuestion {
  const { document } = article;
  return {
    isProcedure: false,
    isEligibility: false,
    isException: false,
    isComparison: false,
    ...traits,
    key: stableHash(JSON.stringify([document.title, quote.text, forms.polite, traits.facts])),
    documentId: document.documentId,
    documentTitle: document.title,
    path: document.canonicalPath,
    section: article.section,
    topic: article.title,
    articleKey: articleKeyOf(article),
    articleText: article.text,
    quote: quote.text,
    start: quote.start,
    wrong: [],
    forms,
    said: traits.said ?? [],
    asks: traits.asks,
    group: traits.group,
    isAmended: false,
    effectiveFrom: document.effectiveFrom,
    effectiveTo: document.effectiveTo,
  };
}
