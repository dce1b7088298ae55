import { Nearness, termsOf, wordShare } from '../../../judge/domain/meaning.js';
import { readFact } from '../../../judge/domain/required-facts.js';
import { isSameValue, valuesOf } from '../../../judge/domain/values.js';
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
/** A fact without a number is said in other words by this share of its words. */
const FACT_SHARE = 0.6;
/** A sentence with this share of the letter pairs of a body is about that body. */
const BODY_SHARE = 0.5;

/** Where a provision is looked for in other words. */
export interface OtherPlaces {
  readonly search: PlainSearch;
  readonly nearness: Nearness;
  /** Whether the documents of a category count. */
  readonly isVisible: (category: readonly string[]) => boolean;
}

/** Whether a sentence says a fact: its numbers, most of its words, or as the judge reads it in an answer. */
function says(fact: string, sentence: string, core: CoreQuestion, nearness: Nearness): boolean {
  const values = valuesOf(fact);
  const said = values.length === 0 ? [] : valuesOf(sentence);
  if (values.some((value) => !said.some((other) => isSameValue(value, other)))) return false;
  if (values.length === 0 && wordShare(termsOf(fact), termsOf(sentence)) >= FACT_SHARE) return true;
  const setting = { question: core.forms.polite, gold: [core.quote], nearness };
  return readFact([fact], sentence, setting).verdict === 'stated';
}

/**
 * A visible sentence that says in other words what a provision says: its facts and the words of its topic together, or its facts in a
 * sentence of nearly the same meaning. A right answer from there would be called wrong if the provision were hidden.
 * @returns undefined without one
 */
export function restatementOf(
  core: CoreQuestion,
  context: QuestionContext | undefined,
  { search, nearness, isVisible }: OtherPlaces,
): string | undefined {
  const wordings = [core.forms, ...core.said].map((forms) => contentOf({ ...core, forms }));
  const topics = wordings.map(termsOf).filter((terms) => terms.length > 0);
  const articles = [...wordings, core.quote]
    .flatMap((query) => search.best(`${context?.text ?? ''} ${query}`, ARTICLES))
    .filter(({ document, text }) => isVisible(document.canonicalPath) && !text.includes(core.quote));
  for (const article of new Set(articles)) {
    const titles = `${article.document.title} ${article.title}`;
    const found = sentencesOf(article).find(({ text }) => {
      const whole = `${titles} ${text}`;
      if (context?.isOwner === true && letterShare(whole, context.text) < BODY_SHARE) return false;
      const held = termsOf(whole);
      const isOfTopic = topics.some((terms) => wordShare(terms, held) >= TOPIC_SHARE);
      if (!isOfTopic && nearness(core.quote, text) < NEAR_PROVISION) return false;
      return core.facts.every((fact) => says(fact, text, core, nearness));
    });
    if (found !== undefined) return found.text;
  }
  return undefined;
}
