import { AccessGroups } from '../../shared/domain/access-groups.js';

/** A free map of the document's owner. */
export type Metadata = Readonly<Record<string, unknown>>;

/** One passage to index; offsets are UTF-16 units of the stored document text. */
export interface PassageInput {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Readable label of the place, for example `제2장 휴학 > 제8조(휴학의 신청)`. */
  readonly section: string | undefined;
  /** Canonical article number, for look-ups by structure. */
  readonly article: string | undefined;
  readonly metadata: Metadata;
}

export interface DocumentInput {
  readonly documentId: string;
  readonly title: string;
  readonly canonicalPath: readonly string[];
  /** Groups that may see the document; none with an empty list. */
  readonly groups: AccessGroups;
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly metadata: Metadata;
  readonly passages: readonly PassageInput[];
}

/** A passage as the index gives it back. */
export interface IndexedPassage {
  readonly id: number;
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly canonicalPath: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly section: string | undefined;
  readonly article: string | undefined;
  readonly ordinal: number;
  /** Days of force of its document; null and undefined are open. */
  readonly effectiveFrom?: string | null;
  readonly effectiveTo?: string | null;
  readonly metadata: Metadata;
}

/** Writing side; called inside a Transaction together with the store of texts. */
export abstract class SearchIndexWriter {
  /** What can be done before the transaction, so that it is shorter; `put` does not need it. */
  abstract prepare(documents: readonly DocumentInput[]): Promise<void>;
  /** Puts or replaces a document; gives the internal ids of its passages, in their order. */
  abstract put(document: DocumentInput): Promise<readonly number[]>;
  /** The same for several documents, each id once; a store that is far away takes them at once. */
  async putAll(documents: readonly DocumentInput[]): Promise<readonly (readonly number[])[]> {
    const ids: (readonly number[])[] = [];
    for (const document of documents) ids.push(await this.put(document));
    return ids;
  }
  /** Gives the passages of a document other groups: their words and vectors are copied, not made again. */
  abstract regroup(documentId: string, groups: AccessGroups): Promise<void>;
  abstract remove(documentId: string): Promise<void>;
}

/** Text of a passage as it is embedded and ranked: its title and section say what a short passage is about. */
export function passageHeading(title: string, section: string | undefined): string {
  return section === undefined || section === title ? title : `${title} ${section}`;
}

/** A number that changes with every committed write to the store that searches read: documents, categories, embeddings. */
export abstract class IndexVersion {
  abstract current(): number;
  /**
   * Waits until all earlier commits, by any process, are visible to searches.
   * @throws DomainError if that cannot be determined
   */
  abstract settled(signal?: AbortSignal): Promise<void>;
}
