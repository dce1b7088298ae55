import { appendAll } from '../../../shared/domain/append-all.js';
import { TextComparison } from '../../domain/text-comparison.js';
import { lastOf, Steps } from '../../../shared/domain/steps.js';
import { Persona } from '../../personas/domain/persona.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { askingsInSteps, coresInSteps, languageOf, withWrongValues } from './all-seeds.js';
import { commonWordsInSteps } from './common-words.js';
import { CoreQuestion } from './core-question.js';
import { EverydayWord, EverydayWords } from './everyday-words.js';
import { PlainSearch } from './baseline/plain-search.js';
import { QuestionContext } from './meaning/question-context.js';
import { Rivals } from './meaning/rivals.js';
import { BorderAsking, OutsideTopic, SlangWord } from './question-lexicon.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';

/** All possible questions about a store on a day. */
export interface QuestionPool {
  readonly cores: readonly CoreQuestion[];
  /** Those of the editions in force. */
  readonly current: readonly CoreQuestion[];
  /** Those of the editions that are no longer or not yet in force. */
  readonly outOfForce: readonly CoreQuestion[];
  /** In the documents' own words: asked where people's words give no further question, since a small store is tested as well. */
  readonly literal: readonly CoreQuestion[];
  readonly byArticle: ReadonlyMap<string, readonly CoreQuestion[]>;
  /** Number of documents with a title. */
  readonly titled: ReadonlyMap<string, number>;
  readonly outside: readonly OutsideTopic[];
  readonly slang: readonly SlangWord[];
  readonly everyday: EverydayWords;
  /** Undefined where the questions need not be told apart from those of other provisions. */
  readonly rivals: Rivals | undefined;
  /** Plain search over the documents in force; undefined where nothing is compared with it. */
  readonly search: PlainSearch | undefined;
  /** Contexts that distinguish seeds from others, by the seed's key and wording; filled on demand. */
  readonly contexts: Map<string, QuestionContext | undefined>;
  /** What people ask about a subject beyond what rules say of it. */
  readonly border: readonly BorderAsking[];
  readonly textOf: (documentId: string) => string;
  /** The distinct categories of all documents. */
  readonly categories: readonly (readonly string[])[];
  /** Compares sentences; undefined where nothing is hidden. */
  readonly comparison: TextComparison | undefined;
}

/** Whether a document, or a question about it, is in force on a day `YYYY-MM-DD`. */
export const isInForce = (core: Pick<CoreQuestion, 'effectiveFrom' | 'effectiveTo'>, day: string): boolean =>
  (core.effectiveFrom === null || core.effectiveFrom <= day) && (core.effectiveTo === null || core.effectiveTo >= day);

interface PoolWords {
  readonly outside: readonly OutsideTopic[];
  readonly slang: readonly SlangWord[];
  readonly everyday?: readonly EverydayWord[];
  readonly border?: readonly BorderAsking[];
  readonly comparison?: TextComparison;
}

/**
 * @param day `YYYY-MM-DD`, today
 * @param asked `as_people_ask`: in the words of people, each checked for a rival answer elsewhere; `all`: in the documents' words too
 */
export function* poolInSteps(
  documents: readonly SourceDocument[],
  words: PoolWords,
  day: string,
  asked: 'as_people_ask' | 'all' = 'all',
): Steps<QuestionPool> {
  const isCommon = yield* commonWordsInSteps(englishTexts(documents));
  const plain: CoreQuestion[] = [];
  const inOwnWords: CoreQuestion[] = [];
  for (const document of documents) {
    const whole = yield* coresInSteps(document, isCommon);
    const literal = asked === 'all' ? whole : [];
    // Rows of tables are asked by their labels alone, or not at all.
    appendAll(
      inOwnWords,
      whole.filter(({ group, quote }) => group === undefined && !quote.includes('|')),
    );
    // What the documents' own words ask already needs no second question.
    const quotes = new Set(literal.map(({ quote }) => quote));
    const asPeopleAsk = yield* askingsInSteps(document, isCommon);
    appendAll(plain, [...literal, ...asPeopleAsk.filter(({ quote }) => !quotes.has(quote))]);
  }
  const cores = yield* withWrongValues(plain);
  const texts = new Map(documents.map((d) => [d.documentId, d.text]));
  const outside = yield* notIn(documents, words.outside);
  const inForce = documents.filter((one) => isInForce(one, day));
  const current = cores.filter((core) => isInForce(core, day));
  return {
    cores,
    current,
    outOfForce: cores.filter((core) => !isInForce(core, day)),
    literal: asked === 'all' ? [] : (yield* withWrongValues(inOwnWords)).filter((core) => isInForce(core, day)),
    byArticle: Map.groupBy(current, (core) => core.articleKey),
    titled: new Map([...Map.groupBy(documents, ({ title }) => title)].map(([title, all]) => [title, all.length])),
    outside,
    slang: words.slang,
    everyday: new EverydayWords(words.everyday ?? []),
    rivals: asked === 'all' ? undefined : yield* Rivals.of(inForce),
    search: asked === 'all' ? undefined : yield* PlainSearch.over(inForce),
    contexts: new Map(),
    border: words.border ?? [],
    textOf: (documentId) => texts.get(documentId) ?? '',
    categories: [...new Map(documents.map(({ canonicalPath }) => [canonicalPath.join('/'), canonicalPath])).values()],
    comparison: words.comparison,
  };
}

/** `poolInSteps` without yielding, for few documents. */
export const questionPool = (...given: Parameters<typeof poolInSteps>): QuestionPool => lastOf(poolInSteps(...given));

function* englishTexts(documents: readonly SourceDocument[]): Generator<string> {
  for (const { text } of documents) if (languageOf(text) === 'en') yield text;
}

/** The topics of which no document contains a term. */
function* notIn(documents: readonly SourceDocument[], topics: readonly OutsideTopic[]): Steps<OutsideTopic[]> {
  let left = topics.map((topic) => ({ topic, terms: topic.terms.map(foldedWithoutSpaces) }));
  for (const { title, text } of documents) {
    yield;
    const read = foldedWithoutSpaces(`${title} ${text}`);
    left = left.filter(({ terms }) => terms.every((term) => !read.includes(term)));
  }
  return left.map(({ topic }) => topic);
}

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((p, i) => path[i] === p);

/** The seeds that concern a persona, in its language if there are any; otherwise all. */
export function coresFor(persona: Persona, cores: readonly CoreQuestion[]): readonly CoreQuestion[] {
  const own = cores.filter((core) => core.language === persona.language);
  const spoken = own.length > 0 ? own : cores;
  const near = spoken.filter((core) => persona.audiencePaths.some((prefix) => startsWith(core.path, prefix)));
  return near.length > 0 ? near : spoken;
}
