import { AccessGroups } from '../../shared/domain/access-groups.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Fault } from '../../shared/domain/domain-error.js';
import { spellingOf } from '../../text/trigram-similarity.js';
import { Page } from '../../shared/domain/page.js';
import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { OutlineHeading, TextPlace } from './document-block.js';
import { PackedOriginal } from './original.js';
import { Passage } from './passage.js';

export const CONTENT_TYPES = ['text/plain', 'text/markdown', 'text/html'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** `keep` stores another copy, `skip` stores nothing, `replace` stores the document in the place of its copies. */
export const ON_DUPLICATE = ['keep', 'skip', 'replace'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

/** A document as its owner sends it. `text` of HTML is still HTML. */
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
  /**
   * Groups that may see the document, as `accessGroups` returns them; none with an empty list: then its category decides alone. Undefined
   * keeps the groups of the stored document.
   */
  readonly groups?: AccessGroups;
  /** Headings that the file marks, if `text` has no marks. */
  readonly headings?: readonly OutlineHeading[];
  /** Places on the pages of the file, for formats with pages. */
  readonly places?: readonly TextPlace[];
  /** What to do if another document has the same text; `keep` by default. The field does not belong to the document's data. */
  readonly onDuplicate?: OnDuplicate;
  /** The file that the text was read from; it is stored with the document. */
  readonly original?: PackedOriginal;
  /**
   * `updatedAt` of the stored document of which this is another reading. The reading is written even if it is unchanged, since the splitter
   * may cut its text differently now. It is not written if the document was replaced or removed in the meantime.
   */
  readonly rereadOf?: string;
  /** The document of which this one is the next edition. The field does not belong to the document's data. */
  readonly editionOf?: string;
}

/** A stored document. All offsets count UTF-16 units of `text`. */
export interface StoredDocument extends DocumentDraft {
  readonly documentId: string;
  readonly groups: AccessGroups;
  readonly contentHash: string;
  readonly chunks: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type DocumentSummary = Omit<StoredDocument, 'text'>;

/** Shows whether a document changed and which others have its text. */
export interface DocumentIdentity {
  /** Hash of every field and of the structure: a document with the same fingerprint is unchanged. */
  readonly fingerprint: string;
  /** Hash of the normalized text alone: documents with the same hash are copies of each other. */
  readonly contentHash: string;
  /** See `TextSketcher`. */
  readonly sketch: string;
}

/**
 * The draft of another reading of a stored document. It names no groups, so that it keeps those that the document has when it is written:
 * a change of rights in the meantime is not undone.
 */
export function readingOf(document: StoredDocument): DocumentDraft {
  const { documentId, title, text, contentType, canonicalPath, sourceUrl, date, version } = document;
  const { effectiveFrom, effectiveTo, metadata, headings, places, updatedAt } = document;
  return {
    ...{ documentId, title, text, contentType, canonicalPath, sourceUrl, date, version },
    ...{ effectiveFrom, effectiveTo, metadata },
    ...(headings === undefined ? {} : { headings }),
    ...(places === undefined ? {} : { places }),
    rereadOf: updatedAt,
  };
}

/** A document to write, with its hashes. */
export type DocumentRecord = StoredDocument & DocumentIdentity;

/** The trigram key of a title that has no letters: it is not computed again. */
const NOTHING_SPELT = ' ';

/** The search key of a title: see `spellingOf`. */
export function titleSpelling(title: string): string {
  const spelling = spellingOf(title);
  return spelling === '' ? NOTHING_SPELT : spelling;
}

/** The data that decide whether a document changed, without its text. */
export interface DocumentState {
  readonly contentHash: string;
  readonly fingerprint: string;
  readonly chunks: number;
  readonly canonicalPath: readonly string[];
  readonly groups: AccessGroups;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A title from memory, and where to look for it. */
export interface RoughTitle {
  readonly filter: CategoryFilter;
  /** At or below this category; undefined everywhere. */
  readonly path: readonly string[] | undefined;
  /** Not empty: see `spellingOf`. */
  readonly spelling: string;
  readonly limit: number;
}

/** Stores whole texts. Writes happen inside a Transaction; reads state what the caller may see. */
export abstract class DocumentStore {
  abstract find(documentId: string, filter: CategoryFilter): Promise<StoredDocument | undefined>;
  /** State for the writer, whoever may see the document. */
  abstract state(documentId: string): Promise<DocumentState | undefined>;
  /**
   * Documents at or below `path`, in the order of their ids.
   * @param after id after which the list begins, '' at the start
   */
  abstract list(query: {
    readonly filter: CategoryFilter;
    readonly path: readonly string[] | undefined;
    readonly after: string;
    readonly limit: number;
  }): Promise<Page<DocumentSummary>>;
  /** Documents whose titles share the most trigrams with a key, in any order: the nearest are among them. */
  abstract resembling(query: RoughTitle): Promise<readonly DocumentSummary[]>;
  /**
   * Which of these sources are valid now: the document is inside the filter; if given, it contains the quote and was not replaced since.
   * @returns indexes in the list
   */
  abstract holding(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<ReadonlySet<number>>;
  /**
   * Computes the key of titles that were stored without one.
   * @returns their number; 0 when all titles have a key
   */
  abstract backfillTitleKeys(limit: number): Promise<number>;
  abstract put(document: DocumentRecord): Promise<void>;
  /** Replaces the groups of a stored document; its text, dates and `updatedAt` stay. Inside a transaction. */
  abstract regroup(documentId: string, groups: AccessGroups): Promise<void>;
  /** The states of several documents, by id; a remote store reads them in one query. */
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

/** A digest of a text in pieces. */
export interface RunningDigest {
  add(piece: string): void;
  /** Hexadecimal; equals the digest of all pieces joined. */
  end(): string;
}

/** Fingerprint of all data of a document. */
export abstract class ContentFingerprint {
  /** @returns a hexadecimal digest, stable across processes */
  abstract of(text: string): string;
  abstract begin(): RunningDigest;
}

/** A stored document together with its passages, prepared for the index. */
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
  /** Gives the passages of a document other groups, without indexing them again. Inside a transaction. */
  abstract regroup(documentId: string, groups: AccessGroups): Promise<void>;
  /** Inside a transaction. */
  abstract remove(documentId: string): Promise<void>;
}

/**
 * The text whose hash is the fingerprint: every field but the groups in a fixed order, then the headings, the places and the file, if any. A text without them has the
 * fingerprint of earlier releases.
 */
export function fingerprintText(draft: DocumentDraft): string {
  const { headings = [], places = [], original } = draft;
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
    ...(places.length === 0 ? [] : [places.map(({ start, end, page, box = [] }) => [start, end, page, ...box])]),
    ...(original === undefined ? [] : [original.sha256]),
  ]);
}

/** Members in a fixed order, so that the same map in another order is unchanged. */
function sortedMap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMap);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sortedMap(member)]);
}

/** A document and the edition before it. */
export interface EditionLink {
  readonly documentId: string;
  readonly previousId: string;
}

/** Port: the order of editions. Writes happen inside the Transaction that writes the document. */
export abstract class EditionStore {
  /** Links to and from these documents, whoever may see them. */
  abstract linksOf(documentIds: readonly string[]): Promise<readonly EditionLink[]>;
  /** Replaces the link of the document to an earlier one. */
  abstract link(link: EditionLink): Promise<void>;
  /** Deletes the links to and from a document. */
  abstract remove(documentId: string): Promise<void>;
}

/** Fault of a period that ends before it begins; one day is a period. */
export function periodFaults(
  { effectiveFrom, effectiveTo }: Pick<DocumentDraft, 'effectiveFrom' | 'effectiveTo'>,
  at = '',
): Fault[] {
  return effectiveFrom !== null && effectiveTo !== null && effectiveTo < effectiveFrom
    ? [{ pointer: `${at}/effective_to`, detail: `must not be before effective_from (${effectiveFrom})` }]
    : [];
}
