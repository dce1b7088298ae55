import { ExpectedCitation } from '../../domain/expected-answer.js';

/** A team's own question with what is known about the right answer. */
export interface DatasetItem {
  /** Unique within its dataset. */
  readonly id: string;
  readonly question: string;
  /** Undefined: nobody has said; an answer is then expected where a reference, facts or citations are given. */
  readonly answerable: boolean | undefined;
  /** Each fact in its wordings, one of which an answer has to state. */
  readonly facts: readonly (readonly string[])[];
  /** A right answer. */
  readonly reference: string | undefined;
  /** Texts that the right answer rests on. */
  readonly contexts: readonly string[];
  readonly citations: readonly ExpectedCitation[];
  readonly tags: readonly string[];
}

/** Questions under a name, of one caller. */
export interface Dataset {
  readonly datasetId: string;
  /** The caller whose dataset it is. */
  readonly owner: string;
  readonly name: string;
  readonly createdAt: string;
  readonly items: readonly DatasetItem[];
}

/** A dataset without its questions. */
export type DatasetSummary = Omit<Dataset, 'items'> & { readonly questions: number };

export const DATASET_FORMATS = ['csv', 'jsonl', 'promptfoo', 'ragas', 'deepeval'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

/** The fields of one question of a file, by the names of the contract; what they may hold is checked by `readItems`. */
export interface ItemRecord {
  readonly id?: unknown;
  readonly question?: unknown;
  readonly answerable?: unknown;
  readonly facts?: unknown;
  readonly reference?: unknown;
  readonly contexts?: unknown;
  readonly citations?: unknown;
  readonly tags?: unknown;
}

/** One question of a file, and its place in it. */
export interface SentItem {
  /** JSON Pointer of the question in the file. */
  readonly pointer: string;
  /** In words, for example `line 3`. */
  readonly place: string;
  readonly record: ItemRecord;
}

/** Something of a file that is not used. */
export interface DatasetNote {
  /** Where it is, for example `line 3` or `/tests/0/assert/1`. */
  readonly place: string;
  /** What it is, and why it is not used. */
  readonly detail: string;
}

/** A file, as its form has it. */
export interface SentDataset {
  readonly name: string | undefined;
  readonly items: readonly SentItem[];
  readonly notes: readonly DatasetNote[];
}

/** Fields that a form can hold; the others are lost when a dataset is written in it. */
export const HELD_FIELDS: Readonly<Record<DatasetFormat, readonly (keyof DatasetItem)[]>> = {
  csv: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  jsonl: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  promptfoo: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  deepeval: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  ragas: ['question', 'reference', 'contexts'],
};
