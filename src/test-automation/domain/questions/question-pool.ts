import { groupedBy } from '../grouped-by.js';
import { Persona } from '../persona.js';
import { SourceDocument } from '../source-document.js';
import { coresOf, languageOf, withWrongValues } from './all-cores.js';
import { commonWords } from './common-words.js';
import { CoreQuestion } from './core-question.js';
import { OutsideTopic, SlangWord } from './question-lexicon.js';

/** Everything that can be asked about a store on a day. */
export interface QuestionPool {
  readonly cores: readonly CoreQuestion[];
  /** Those of the editions in force. */
  readonly current: readonly CoreQuestion[];
  readonly byArticle: ReadonlyMap<string, readonly CoreQuestion[]>;
  /** How many documents bear a title. */
  readonly titled: ReadonlyMap<string, number>;
  readonly outside: readonly OutsideTopic[];
  readonly slang: readonly SlangWord[];
  readonly textOf: (documentId: string) => string;
}

const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, '');

const isInForce = (core: CoreQuestion, day: string): boolean =>
  (core.effectiveFrom === null || core.effectiveFrom <= day) && (core.effectiveTo === null || core.effectiveTo >= day);

/** @param day `YYYY-MM-DD`, today */
export function questionPool(
  documents: readonly SourceDocument[],
  words: { outside: readonly OutsideTopic[]; slang: readonly SlangWord[] },
  day: string,
): QuestionPool {
  const isCommon = commonWords(documents.flatMap(({ text }) => (languageOf(text) === 'en' ? [text] : [])));
  const cores = withWrongValues(documents.flatMap((document) => coresOf(document, isCommon)));
  const texts = new Map(documents.map((d) => [d.documentId, d.text]));
  const corpus = documents.map((d) => folded(`${d.title} ${d.text}`));
  const outside = words.outside.filter((t) => t.terms.every((term) => corpus.every((c) => !c.includes(folded(term)))));
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

const startsWith = (path: readonly string[], prefix: readonly string[]): boolean =>
  prefix.every((p, i) => path[i] === p);

/** Those of the cores that concern a persona, in its language where there are any; all where none do. */
export function coresFor(persona: Persona, cores: readonly CoreQuestion[]): readonly CoreQuestion[] {
  const own = cores.filter((core) => core.language === persona.language);
  const spoken = own.length > 0 ? own : cores;
  const near = spoken.filter((core) => persona.audiencePaths.some((prefix) => startsWith(core.path, prefix)));
  return near.length > 0 ? near : spoken;
}
