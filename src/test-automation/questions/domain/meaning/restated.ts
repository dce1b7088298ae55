import { TextComparison } from '../../../domain/text-comparison.js';
import { sentencesOf } from '../articles.js';
import { PlainSearch } from '../baseline/plain-search.js';
import { CoreQuestion } from '../core-question.js';
import { contentOf, QuestionContext } from './question-context.js';
import { letterShare } from './question-checks.js';

/** Articles that plain search finds for each wording; their sentences are read by meaning. */
const ARTICLES = 25;
/** A sentence with this share of the content words of a wording, titles included, is about its topic. */
const TOPIC_SHARE = 0.6;
/** So is one whose meaning is this near to the provision. */
const NEAR_PROVISION = 0.75;
/** A sentence with this share of the letter pairs of a body is about that body. */
const BODY_SHARE = 0.5;

/** Where a provision is looked for in other words. */
export interface OtherPlaces {
  readonly search: PlainSearch;
  readonly comparison: TextComparison;
  /** Whether the documents of a category count. */
  readonly isVisible: (category: readonly string[]) => boolean;
}

/**
 * A visible sentence that says in other words what a provision says: its facts and the words of its topic together, or its facts in a
 * sentence of nearly the same meaning. A right answer from there would be called wrong if the provision were hidden.
 * @returns undefined without one
 */
export function restatementOf(
  core: CoreQuestion,
  context: QuestionContext | undefined,
  { search, comparison, isVisible }: OtherPlaces,
): string | undefined {
  const wordings = [core.forms, ...core.said].map((forms) => contentOf({ ...core, forms }));
  const topics = wordings.map((wording) => comparison.terms(wording)).filter((terms) => terms.length > 0);
  const articles = [...wordings, core.quote]
    .flatMap((query) => search.best(`${context?.text ?? ''} ${query}`, ARTICLES))
    .filter(({ document, text }) => isVisible(document.canonicalPath) && !text.includes(core.quote));
  const setting = { question: core.forms.polite, quote: core.quote };
  for (const article of new Set(articles)) {
    const titles = `${article.document.title} ${article.title}`;
    const found = sentencesOf(article).find(({ text }) => {
      const whole = `${titles} ${text}`;
      if (context?.isOwner === true && letterShare(whole, context.text) < BODY_SHARE) return false;
      const held = comparison.terms(whole);
      const isOfTopic = topics.some((terms) => comparison.wordShare(terms, held) >= TOPIC_SHARE);
      if (!isOfTopic && comparison.nearness(core.quote, text) < NEAR_PROVISION) return false;
      return core.facts.every((fact) => comparison.says(fact, text, setting));
    });
    if (found !== undefined) return found.text;
  }
  return undefined;
}
