import { Page } from '../../../shared/domain/page.js';
import { ExpectedCitation } from '../../domain/question.js';

/** A team's own question with the known facts about the right answer. */
export interface DatasetItem {
  /** Unique within its dataset. */
  readonly id: string;
  readonly question: string;
  /** Undefined: unknown; an answer is then expected if a reference, facts or citations are given. */
  readonly answerable: boolean | undefined;
  /** Each fact in its wordings; an answer has to state one of them. */
  readonly facts: readonly (readonly string[])[];
  /** A right answer. */
  readonly reference: string | undefined;
  /** Texts that support the right answer. */
  readonly contexts: readonly string[];
  readonly citations: readonly ExpectedCitation[];
  readonly tags: readonly string[];
}

/** Named questions of one caller. */
export interface Dataset {
  readonly datasetId: string;
  /** The caller who owns the dataset. */
  readonly owner: string;
  readonly name: string;
  readonly createdAt: string;
  readonly items: readonly DatasetItem[];
}

/** A dataset without its questions. */
export type DatasetSummary = Omit<Dataset, 'items'> & { readonly questions: number };

export const DATASET_FORMATS = ['csv', 'jsonl', 'promptfoo', 'ragas', 'deepeval'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

/** The fields of one question of a file, by their names in the API contract; `readItems` checks their values. */
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

/** One question of a file with its location. */
export interface SentItem {
  /** JSON Pointer of the question in the file. */
  readonly pointer: string;
  /** In words, for example `line 3`. */
  readonly place: string;
  /** The line of the file where the question starts, from 1; undefined if the format does not say. */
  readonly line?: number;
  readonly record: ItemRecord;
}

/** A part of a file that is not used. */
export interface DatasetNote {
  /** Its location, for example `line 3` or `/tests/0/assert/1`. */
  readonly place: string;
  /** The part, and why it is not used. */
  readonly detail: string;
}

/** A file in its own format. */
export interface SentDataset {
  readonly name: string | undefined;
  readonly items: readonly SentItem[];
  readonly notes: readonly DatasetNote[];
}

/** Fields that a format can hold; writing a dataset in the format loses the others. */
export const HELD_FIELDS: Readonly<Record<DatasetFormat, readonly (keyof DatasetItem)[]>> = {
  csv: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  jsonl: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  promptfoo: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  deepeval: ['id', 'question', 'answerable', 'facts', 'reference', 'contexts', 'citations', 'tags'],
  ragas: ['question', 'reference', 'contexts'],
};

/** Reads and writes datasets in file formats. */
export abstract class DatasetFiles {
  /**
   * @param content the text of a file, or parsed JSON
   * @param format default: detected from the content
   * @throws InvalidInputError (422) with the line, for content that does not match the format
   */
  abstract read(content: unknown, format: DatasetFormat | undefined): SentDataset;
  abstract write(dataset: Pick<Dataset, 'name' | 'items'>, format: DatasetFormat): string;
}

/** Stores datasets. Another caller's dataset is not found. */
export abstract class DatasetStore {
  /** @returns false if the caller already has a dataset with this id; nothing changes then */
  abstract add(dataset: Dataset): Promise<boolean>;
  abstract find(datasetId: string, owner: string): Promise<Dataset | undefined>;
  /** By id. */
  abstract list(owner: string, limit: number, cursor: string | undefined): Promise<Page<DatasetSummary>>;
  /** @returns whether it existed */
  abstract remove(datasetId: string, owner: string): Promise<boolean>;
}
