import { lastOf, Steps } from '../../../shared/domain/steps.js';
import { groupedBy } from '../../domain/grouped-by.js';
import { Persona } from '../../personas/domain/persona.js';
import { SourceDocument } from '../../domain/source-document.js';
import { coresInSteps, languageOf, withWrongValues } from './all-seeds.js';
import { commonWordsInSteps } from './common-words.js';
import { CoreQuestion } from './core-question.js';
import { OutsideTopic, SlangWord } from './question-lexicon.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';

/** All possible questions about a store on a day. */
export interface QuestionPool {
  readonly cores: readonly CoreQuestion[];
  /** Those of the editions in force. */
  readonly current: readonly CoreQuestion[];
  readonly byArticle: ReadonlyMap<string, readonly CoreQuestion[]>;
  /** Number of documents with a title. */
  readonly titled: ReadonlyMap<string, number>;
  readonly outside: readonly OutsideTopic[];
  readonly slang: readonly SlangWord[];
  readonly textOf: (documentId: string) => string;
}

const isInForce = (core: CoreQuestion, day: string): boolean =>
  (core.effectiveFrom === null || core.effectiveFrom <= day) && (core.effectiveTo === null || core.effectiveTo >= day);

/** @param day `YYYY-MM-DD`, today */
export function* poolInSteps(
  documents: readonly SourceDocument[],
  words: { outside: readonly OutsideTopic[]; slang: readonly SlangWord[] },
  day: string,
): Steps<QuestionPool> {
  const isCommon = yield* commonWordsInSteps(englishTexts(documents));
  const plain: CoreQuestion[] = [];
  for (const document of documents) plain.push(...(yield* coresInSteps(document, isCommon)));
  const cores = yield* withWrongValues(plain);
  const texts = new Map(documents.map((d) => [d.documentId, d.text]));
  const outside = yield* notIn(documents, words.outside);
  const current = cores.filter((core) => isInForce(core, day));
  return {
    cores,
    current,
    byArticle: groupedBy(current, (core) => core.articleKey),
    titled: new Map([...groupedBy(documents, ({ title }) => title)].map(([title, all]) => [title, all.length])),
    outside,
    slang: words.slang,
    textOf: (documentId) => texts.get(documentId) ?? '',
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
