import { NaturalQuestion, isNaturalFolder, ownForeign, ownNatural, readNaturalFolder } from './natural-set.js';
import { QuestionSet, readFolder } from './question-set.js';

/** Some questions, asked of one store, that count alike. */
export interface FitBlock {
  /** The heading of its figures. */
  readonly set: string;
  readonly questions: readonly NaturalQuestion[];
  /** The weight of one question for the sentences, and for the decision. */
  readonly weight: { readonly sentence: number; readonly answer: number };
}

/** The documents of one store with all that is asked of them. */
export interface FitStore extends Pick<QuestionSet, 'name' | 'documents'> {
  readonly blocks: readonly FitBlock[];
}

const WHOLE = { sentence: 1, answer: 1 } as const;
/** Foreign questions are many and easy: they must not decide about near misses. */
const FOREIGN = { sentence: 0, answer: 0.7 } as const;
/** Encyclopaedic questions in the words of the text: other texts are what people ask about. */
const ENCYCLOPAEDIC = { sentence: 0.3, answer: 0.4 } as const;
const ENCYCLOPAEDIC_QUESTIONS = 300;

/** Every second question, which leaves those asked elsewhere about as many as those at home. */
function everySecond(questions: readonly NaturalQuestion[], from: 0 | 1): NaturalQuestion[] {
  return questions.filter((_, i) => i % 2 === from);
}

/** Questions of another store: near in form, and not answered here. */
function elsewhere(questions: readonly NaturalQuestion[]): NaturalQuestion[] {
  return questions.map((one) => ({ ...one, kind: 'other_store', answerable: false, golds: [], facts: [] }));
}

function thinned<T>(items: readonly T[], n: number): T[] {
  if (items.length <= n) return [...items];
  return Array.from({ length: n }, (_, i) => items[Math.floor((i * items.length) / n)]!);
}

const HANGUL = /[\uac00-\ud7a3]/u;

function languageOf(questions: readonly { readonly text: string }[]): 'ko' | 'en' {
  return questions.filter(({ text }) => HANGUL.test(text)).length * 2 > questions.length ? 'ko' : 'en';
}

/** A folder of questions with answers and no kinds. */
function encyclopaedic(folder: string, own: Readonly<Record<'ko' | 'en', readonly NaturalQuestion[]>>): FitStore {
  const { name, documents, questions } = readFolder(folder);
  const lang = languageOf(questions);
  const answered = questions.filter((one) => one.documentId !== undefined);
  const asked = thinned(answered, ENCYCLOPAEDIC_QUESTIONS).map(({ id, text, documentId = '', answers }) => ({
    id,
    lang,
    kind: 'encyclopaedic',
    text,
    answerable: true,
    golds: answers.map((quote) => ({ doc: documentId, quote })),
    facts: [answers],
    forbidden: [],
    asOf: undefined,
  }));
  return {
    name,
    documents,
    blocks: [
      { set: name, questions: asked, weight: ENCYCLOPAEDIC },
      { set: name, questions: [...ownForeign('a'), ...elsewhere(everySecond(own[lang], 1))], weight: FOREIGN },
    ],
  };
}

/**
 * The stores that the model is fitted on: the samples with the own natural questions, and the folders. Only the halves `a`: the other
 * halves show whether the model holds. Each store is also asked what it does not answer: foreign questions, and those of other stores.
 */
export function fitStores(folders: readonly string[]): FitStore[] {
  const own = { ko: ownNatural('ko', 'a').questions, en: ownNatural('en', 'a').questions };
  const natural = folders.filter(isNaturalFolder).map((folder) => readNaturalFolder(folder, 'a'));
  // Only English ones: the Korean samples are rules of a university, as a Korean folder may be, and would answer its questions.
  const visiting = natural.filter(({ questions }) => languageOf(questions) === 'en');
  return [
    {
      name: 'samples',
      documents: 'samples',
      blocks: (['ko', 'en'] as const).flatMap((lang) => [
        { set: `natural_${lang}`, questions: own[lang], weight: WHOLE },
        { set: `natural_${lang}`, questions: ownForeign('a').filter((one) => one.lang === lang), weight: WHOLE },
        ...(lang === 'en' ? visiting : []).map(({ questions }) => ({
          set: 'natural_en',
          questions: elsewhere(everySecond(questions, 0)),
          weight: WHOLE,
        })),
      ]),
    },
    ...natural.map(({ name, documents, questions, foreign }) => ({
      name,
      documents,
      blocks: [
        { set: name, questions, weight: WHOLE },
        { set: name, questions: foreign, weight: FOREIGN },
        { set: name, questions: elsewhere(everySecond(own[languageOf(questions)], 0)), weight: WHOLE },
      ],
    })),
    ...folders.filter((folder) => !isNaturalFolder(folder)).map((folder) => encyclopaedic(folder, own)),
  ];
}
