import { appendAll } from '../../../shared/domain/append-all.js';
import { lastOf, Steps } from '../../../shared/domain/steps.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { Article, articlesOf } from './articles.js';
import { commonWords, IsCommonWord } from './common-words.js';
import { CoreQuestion } from './core-question.js';
import { englishSeeds } from './english-seeds.js';
import { koreanSeeds } from './korean-seeds.js';
import { englishAskings } from './meaning/english-askings.js';
import { koreanAskings } from './meaning/korean-askings.js';
import { tableSeeds } from './table-seeds.js';

const HANGUL = /[가-힣]/gu;
/** A text with this share of Hangul is Korean. */
const KOREAN_SHARE = 0.2;
/** Maximum number of wrong values of a question. */
const MOST_WRONG = 3;

export function languageOf(text: string): 'en' | 'ko' {
  const sample = text.slice(0, 4000);
  return (sample.match(HANGUL)?.length ?? 0) > sample.length * KOREAN_SHARE ? 'ko' : 'en';
}

function coresOfArticle(article: Article, isCommon: IsCommonWord): CoreQuestion[] {
  if (languageOf(article.text) === 'en') return englishSeeds(article, isCommon);
  return [...koreanSeeds(article), ...tableSeeds(article)];
}

/** A repealed document answers no question. */
export const isRepealed = ({ title }: Pick<SourceDocument, 'title'>): boolean =>
  /폐지|\b(?:repealed|obsolete)\b/iu.test(title);

/** The questions about a document in people's words. A question that two of its provisions answer differently is left out. */
export function* askingsInSteps(
  document: SourceDocument,
  isCommon: IsCommonWord = commonWords([document.text]),
): Steps<CoreQuestion[]> {
  if (isRepealed(document)) return [];
  const cores: CoreQuestion[] = [];
  for (const article of articlesOf(document)) {
    yield;
    appendAll(cores, languageOf(article.text) === 'en' ? englishAskings(article, isCommon) : koreanAskings(article));
  }
  return withOneAnswer(cores);
}

/**
 * All seeds of a document. All documents, if available, distinguish names from common words. A question that two provisions of the document
 * answer differently is left out.
 */
export function* coresInSteps(
  document: SourceDocument,
  isCommon: IsCommonWord = commonWords([document.text]),
): Steps<CoreQuestion[]> {
  const cores: CoreQuestion[] = [];
  for (const article of articlesOf(document)) {
    yield;
    appendAll(cores, coresOfArticle(article, isCommon));
  }
  return withOneAnswer(cores);
}

function withOneAnswer(cores: readonly CoreQuestion[]): CoreQuestion[] {
  const answers = new Map<string, Set<string>>();
  for (const core of cores) {
    const key = `${core.topic}/${core.forms.polite}`;
    answers.set(key, (answers.get(key) ?? new Set()).add(core.facts.join('/')));
  }
  const single = cores.filter((core) => answers.get(`${core.topic}/${core.forms.polite}`)?.size === 1);
  return [...new Map(single.map((core) => [core.key, core])).values()];
}

/** `coresInSteps` without yielding. */
export const coresOf = (document: SourceDocument): CoreQuestion[] => lastOf(coresInSteps(document));

/**
 * The seeds with the values that an answer must not give: values of the other edition, or otherwise values of the same unit elsewhere in
 * the document that the article itself does not have. Seeds with another answer in the other edition are marked as amended.
 */
export function* withWrongValues(cores: readonly CoreQuestion[]): Steps<CoreQuestion[]> {
  const asked = Map.groupBy(cores, (core) => `${core.documentTitle}/${core.section ?? ''}/${core.forms.polite}`);
  const byDocument = Map.groupBy(cores, (core) => core.documentId);
  const valued: CoreQuestion[] = [];
  for (const core of cores) {
    yield;
    const same = asked.get(`${core.documentTitle}/${core.section ?? ''}/${core.forms.polite}`) ?? [];
    const others = same.filter((o) => o.documentId !== core.documentId && o.effectiveFrom !== core.effectiveFrom);
    const siblings = byDocument.get(core.documentId) ?? [];
    const amended = others.flatMap((o) => o.facts).filter((fact) => !core.quote.includes(fact));
    // Another row of the present table may have the former value of this one: with a quote of that row it is right.
    const said = amended.filter((fact) => !core.articleText.includes(fact));
    const wrong = amended.length > 0 ? said : elsewhere(core, siblings);
    const all = [...core.wrong, ...wrong];
    valued.push({ ...core, isAmended: amended.length > 0, wrong: [...new Set(all)].slice(0, MOST_WRONG) });
  }
  return valued;
}

const unitOf = (fact: string): string => fact.replace(/[\d,.]+/gu, '').trim();

function elsewhere(core: CoreQuestion, siblings: readonly CoreQuestion[]): string[] {
  const own = siblings.filter((s) => s.articleKey === core.articleKey);
  return siblings
    .filter((s) => s.articleKey !== core.articleKey && s.slot === core.slot && s.slot !== 'who')
    .flatMap((s) => s.facts)
    .filter((fact) => core.facts.some((f) => unitOf(f) === unitOf(fact) && f !== fact))
    .filter((fact) => own.every((o) => !o.quote.includes(fact)));
}
