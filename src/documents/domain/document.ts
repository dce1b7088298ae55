import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { spellingOf } from '../../text/trigram-similarity.js';
import { Page } from '../../shared/domain/page.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { OutlineHeading } from './document-block.js';
import { PackedOriginal } from './original.js';
import { Passage } from './passage.js';

export const CONTENT_TYPES = ['text/plain', 'text/markdown', 'text/html'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** `keep` stores another copy, `skip` stores nothing, `replace` stores the document in the place of its copies. */
export const ON_DUPLICATE = ['keep', 'skip', 'replace'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

/** A document as its owner sends it. `text` of HTML is still HTML here. */
export interface DocumentDraft {
  readonly documentId: string | undefined;
  readonly title: string;
  readonly text: string;
  readonly contentType: ContentType;
  readonly canonicalPath: readonly string[];
  readonly sourceUrl: string | null;
  readonly date: string | null;
  readonly version: string | null;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Headings that the file marked, where `text` has no marks of its own. */
  readonly headings?: readonly OutlineHeading[];
  /** What is done where another document has the same text; `keep` by default. It is no part of the document. */
  readonly onDuplicate?: OnDuplicate;
  /** The file that the text was read from; it is kept with the document. */
  readonly original?: PackedOriginal;
  /**
   * `updatedAt` of the stored document of which this is another reading. It is written even where it is unchanged, as its text may be cut
   * in another way now, and is not written where the document was replaced or removed meanwhile.
   */
  readonly rereadOf?: string;
  /** The document of which it is the next edition. It is no part of the document. */
  readonly editionOf?: string;
}

/** A document as it is kept. Offsets everywhere count UTF-16 units of `text`. */
export interface StoredDocument extends DocumentDraft {
  readonly documentId: string;
  readonly contentHash: string;
  readonly chunks: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type DocumentSummary = Omit<StoredDocument, 'text'>;

/** What tells whether a document changed and which others have its text. */
export interface DocumentIdentity {
  /** Of every field and of the structure: a document with the same fingerprint is unchanged. */
  readonly fingerprint: string;
  /** Of the normalized text alone: documents with the same hash are copies of each other. */
  readonly contentHash: string;
  /** See `TextSketcher`. */
  readonly sketch: string;
}

/** A document as it is written: with what it is compared by. */
export type DocumentRecord = StoredDocument & DocumentIdentity;

/** The stored spelling of a title in which nothing can be spelt: it is not to be spelt again. */
const NOTHING_SPELT = ' ';

/** How a title is kept to be found by: see `spellingOf`. */
export function titleSpelling(title: string): string {
  const spelling = spellingOf(title);
  return spelling === '' ? NOTHING_SPELT : spelling;
}

/** What is needed to decide whether a document changed, without reading its text. */
export interface DocumentState {
  readonly contentHash: string;
  readonly fingerprint: string;
  readonly chunks: number;
  readonly canonicalPath: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A title as it is remembered, and where it is looked for. */
export interface RoughTitle {
  readonly filter: CategoryFilter;
  /** At or below this category; undefined everywhere. */
  readonly path: readonly string[] | undefined;
  /** Not empty: see `spellingOf`. */
  readonly spelling: string;
  readonly limit: number;
}

/** Keeps whole texts. Writes happen inside a Transaction; reads state what the caller may see. */
export abstract class DocumentStore {
  abstract find(documentId: string, filter: CategoryFilter): Promise<StoredDocument | undefined>;
  /** State as the writer sees it, whoever may see the document. */
  abstract state(documentId: string): Promise<DocumentState | undefined>;
  /** Documents at or below `path`, in the order of their ids. @param after id behind which the list begins, '' at the start */
  abstract list(query: {
    readonly filter: CategoryFilter;
    readonly path: readonly string[] | undefined;
    readonly after: string;
    readonly limit: number;
  }): Promise<Page<DocumentSummary>>;
  /** Documents whose titles share the most trigrams with a spelling, in any order: those among which the nearest are. */
  abstract resembling(query: RoughTitle): Promise<readonly DocumentSummary[]>;
  /**
   * Which of these sources hold now: the document is inside the filter and, where they are given, it holds the quote and was not
   * replaced since. @returns places in the list
   */
  abstract holding(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<ReadonlySet<number>>;
  /** Spells titles that were stored before titles were spelt. @returns how many; 0 when all are */
  abstract backfillTitleKeys(limit: number): Promise<number>;
  abstract put(document: DocumentRecord): Promise<void>;
  /** The states of several documents, by id; a store that is far away reads them at once. */
  async states(documentIds: readonly string[]): Promise<ReadonlyMap<string, DocumentState>> {
    const states = new Map<string, DocumentState>();
    for (const id of documentIds) {
      const state = await this.state(id);
      if (state !== undefined) states.set(id, state);
    }
    return states;
  }
  /** Puts several documents, each id once. */
  async putAll(documents: readonly DocumentRecord[]): Promise<void> {
    for (const document of documents) await this.put(document);
  }
  abstract remove(documentId: string): Promise<void>;
}

/** A digest of a text that comes in pieces. */
export interface RunningDigest {
  add(piece: string): void;
  /** Hexadecimal, the same as that of all pieces in one. */
  end(): string;
}

/** Fingerprint of everything that makes a document what it is. */
export abstract class ContentFingerprint {
  /** @returns a hexadecimal digest, stable across processes */
  abstract of(text: string): string;
  abstract begin(): RunningDigest;
}

/** A stored document together with its passages, made ready for the index. */
export interface IndexableDocument {
  readonly document: DocumentRecord;
  readonly passages: readonly Passage[];
}

/** A document whose slow part (embedding) is done; opaque to this feature. */
export interface PreparedForIndex {
  readonly documentId: string;
  readonly write: () => Promise<void>;
}

/** The search index as documents need it; adapted to the search feature in infrastructure. */
export abstract class PassageIndex {
  /** Outside a transaction: may wait for an embedding provider. */
  abstract prepare(documents: readonly IndexableDocument[]): Promise<readonly PreparedForIndex[]>;
  /** Writes what was prepared, each id once. Inside a transaction. */
  async writeAll(prepared: readonly PreparedForIndex[]): Promise<void> {
    for (const each of prepared) await each.write();
  }
  /** Inside a transaction. */
  abstract remove(documentId: string): Promise<void>;
}

/**
 * The text that a fingerprint is taken of: every field, in a fixed order, and the headings and the file where there are any. A text
 * without them has the fingerprint that earlier releases gave it.
 */
export function fingerprintText(draft: DocumentDraft): string {
  const { headings = [], original } = draft;
  return JSON.stringify([
    draft.title,
    draft.text,
    draft.contentType,
    draft.canonicalPath,
    draft.sourceUrl,
    draft.date,
    draft.version,
    draft.effectiveFrom,
    draft.effectiveTo,
    sortedMap(draft.metadata),
    ...(headings.length === 0 ? [] : [headings.map(({ start, end, level }) => [start, end, level])]),
    ...(original === undefined ? [] : [original.sha256]),
  ]);
}

/** Members in a fixed order, so that the same map sent in another order is no change. */
function sortedMap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMap);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sortedMap(member)]);
}
