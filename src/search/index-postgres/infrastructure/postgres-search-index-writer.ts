import { Injectable } from '@nestjs/common';
import { AccessGroups } from '../../../shared/domain/access-groups.js';
import { PostgresCategoryPaths } from '../../../shared/infrastructure/database/postgres/postgres-category-paths.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { EnglishLexicon } from '../../../shared/infrastructure/english-lexicon.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { isRuleBook } from '../../known-item/domain/catalogue.js';
import { DocumentInput, SearchIndexWriter } from '../../domain/indexed-passage.js';
import { EmbeddingSpaces } from './embedding-spaces.js';
import { WordStorage } from './stored-settings.js';
import { PreparedPassage, ReadablePassage, PostingsWriter } from './postings-writer.js';

/** A document whose passages were parsed before its transaction. */
interface Read {
  /** Model that made the vectors. */
  readonly model: number;
  readonly passages: readonly PreparedPassage[];
}

/** A document in the store. */
interface Stored {
  readonly document: DocumentInput;
  readonly id: number;
  readonly pathId: number;
  /** Row ids of its passages, in their order. */
  readonly chunks: readonly number[];
}

/**
 * The write side of the search in the shared store, inside the transaction that its caller opened. Replicas read the
 * rows there. If words are kept in the database, they are written with the passages. One class per engine: it loads the
 * search index in bulk, and the form of the index depends on the engine.
 */
@Injectable()
export class PostgresSearchIndexWriter extends SearchIndexWriter {
  private readonly paths: PostgresCategoryPaths;
  private readonly words: PostingsWriter;
  private readonly read = new WeakMap<DocumentInput, Read>();

  constructor(
    private readonly database: PostgresDatabase,
    analyser: Analyser = new Analyser(new EnglishLexicon()),
  ) {
    super();
    this.paths = new PostgresCategoryPaths(database, '');
    this.words = new PostingsWriter(database, analyser, new EmbeddingSpaces(database));
  }

  /** Parsing the words takes longer than writing them, and blocks no other writer here. */
  async prepare(documents: readonly DocumentInput[]): Promise<void> {
    const storage = await this.words.storage();
    if (!storage.isKept) return;
    const read = await this.words.read(documents.flatMap(readable), storage, false);
    let from = 0;
    for (const document of documents) {
      const own = read.slice(from, (from += document.passages.length));
      this.read.set(document, { model: storage.vectorModel, passages: own });
    }
  }

  async put(document: DocumentInput): Promise<readonly number[]> {
    const [ids = []] = await this.putAll([document]);
    return ids;
  }

  /** One statement for each table, a list for each column. */
  override async putAll(documents: readonly DocumentInput[]): Promise<readonly (readonly number[])[]> {
    if (documents.length === 0) return [];
    await this.removeAll(documents.map(({ documentId }) => documentId));
    const paths = await this.paths.placesOf(documents);
    const rows = await this.putDocuments(documents, paths);
    const chunks = await this.putChunks(documents, paths, rows);
    const stored = documents.map((document, i): Stored => {
      const id = rows[i] ?? 0;
      return { document, id, pathId: paths[i] ?? 0, chunks: chunks.get(id) ?? [] };
    });
    const storage = await this.words.storage();
    if (storage.isKept) await this.putWords(stored, storage);
    return stored.map((each) => each.chunks);
  }

  /**
   * Copies the rows under new ids and removes the former ones, so that replicas, segments and vector indexes follow as for a replaced
   * document. No text is parsed and no vector is made.
   */
  async regroup(documentId: string, groups: AccessGroups): Promise<void> {
    const former = await this.database.one<{ id: number; path_id: number }>(
      sql`SELECT id, path_id FROM search_documents WHERE collection = 1 AND document_id = ${documentId}`,
    );
    if (former === undefined) return;
    const place = await this.paths.regrouped(former.path_id, groups);
    if (place === former.path_id) return;
    // The id is unique, and no id contains a control character.
    await this.database.change(
      sql`UPDATE search_documents SET document_id = chr(1) || document_id WHERE collection = 1 AND id = ${former.id}`,
    );
    const copy = await this.database.one<{ id: number }>(
      sql`INSERT INTO search_documents (document_id, title, url, date, version, metadata, path_id)
          SELECT ${documentId}, title, url, date, version, metadata, ${place}::bigint FROM search_documents
          WHERE collection = 1 AND id = ${former.id} RETURNING id`,
    );
    if (copy === undefined) throw new Error('A document was not stored.');
    await this.copyChunks(former.id, copy.id, place);
    await this.removeRows(sql`id = ${former.id}`);
  }

  private async copyChunks(from: number, to: number, place: number): Promise<void> {
    const pairs = sql`search_chunks o JOIN search_chunks n ON n.collection = 1 AND n.document = ${to} AND n.ordinal = o.ordinal
      AND o.collection = 1 AND o.document = ${from}`;
    await this.database.change(sql`
      INSERT INTO search_chunks (chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section,
        article, text, metadata)
      SELECT chunk_id, ${to}::bigint, ${place}::bigint, in_force_from, in_force_to, ordinal, start, "end", section, article, text, metadata
      FROM search_chunks WHERE collection = 1 AND document = ${from} ORDER BY ordinal`);
    await this.database.change(sql`
      INSERT INTO search_vectors (model, chunk, vector)
      SELECT v.model, n.id, v.vector FROM ${pairs} JOIN search_vectors v ON v.collection = 1 AND v.chunk = o.id ORDER BY v.id`);
    await this.database.change(sql`
      INSERT INTO search_words (chunk, path_id, valid_from, valid_to, kind, heading, term_sequence)
      SELECT n.id, ${place}::bigint, w.valid_from, w.valid_to, w.kind, w.heading, w.term_sequence
      FROM ${pairs} JOIN search_words w ON w.collection = 1 AND w.chunk = o.id ORDER BY n.id`);
    await this.database.change(sql`
      INSERT INTO chunk_vectors (model, chunk, path_id, valid_from, valid_to, vector)
      SELECT v.model, n.id, ${place}::bigint, v.valid_from, v.valid_to, v.vector
      FROM ${pairs} JOIN chunk_vectors v ON v.collection = 1 AND v.chunk = o.id AND v.model IN (SELECT model FROM indexed_models)`);
    await this.database.change(sql`
      INSERT INTO title_lookup_documents (document)
      SELECT ${to}::bigint FROM title_lookup_documents WHERE collection = 1 AND document = ${from}`);
  }

  /** Passages are removed with their document; the removal is listed for the replicas. */
  remove(documentId: string): Promise<void> {
    return this.removeAll([documentId]);
  }

  private async removeAll(documentIds: readonly string[]): Promise<void> {
    await this.removeRows(sql`document_id = ANY(${documentIds}::text[])`);
  }

  private async removeRows(which: Sql): Promise<void> {
    await this.database.change(sql`WITH gone AS (
        DELETE FROM search_documents WHERE collection = 1 AND ${which} RETURNING id)
      INSERT INTO document_tombstones (document) SELECT id FROM gone`);
  }

  /** @returns row ids in the order of the documents */
  private async putDocuments(documents: readonly DocumentInput[], paths: readonly number[]): Promise<number[]> {
    const column = <T>(read: (document: DocumentInput) => T) => documents.map(read);
    const rows = await this.database.query<{ id: number; document_id: string }>(sql`
      INSERT INTO search_documents (document_id, title, url, date, version, metadata, path_id)
      SELECT d.document_id, d.title, d.url, d.date, d.version, d.metadata, d.path_id
      FROM unnest(${column((d) => d.documentId)}::text[], ${column((d) => d.title)}::text[], ${column((d) => d.url)}::text[],
        ${column((d) => d.date)}::text[], ${column((d) => d.version)}::text[],
        ${column((d) => JSON.stringify(d.metadata))}::text[], ${paths}::bigint[]) WITH ORDINALITY
        AS d (document_id, title, url, date, version, metadata, path_id, n)
      ORDER BY d.n RETURNING id, document_id`);
    const ids = new Map(rows.map(({ id, document_id }) => [document_id, id]));
    return documents.map(({ documentId }) => {
      const id = ids.get(documentId);
      if (id === undefined) throw new Error('A document was not stored.');
      return id;
    });
  }

  /** @returns row ids of the passages by their document's, in their order */
  private async putChunks(
    documents: readonly DocumentInput[],
    paths: readonly number[],
    rows: readonly number[],
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const placed = documents.flatMap((document, d) =>
      document.passages.map((passage, ordinal) => ({
        document,
        passage,
        ordinal,
        row: rows[d] ?? 0,
        path: paths[d] ?? 0,
      })),
    );
    const column = <T>(read: (place: (typeof placed)[number]) => T) => placed.map(read);
    const chunks = await this.database.query<{ id: number; document: number }>(sql`
      INSERT INTO search_chunks (chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section,
        article, text, metadata)
      SELECT p.chunk_id, p.document, p.path_id, p.in_force_from, p.in_force_to, p.ordinal, p.start, p."end", p.section,
        p.article, p.text, p.metadata
      FROM unnest(${column(({ document, ordinal }) => `${document.documentId}#${ordinal}`)}::text[],
        ${column(({ row }) => row)}::bigint[], ${column(({ path }) => path)}::bigint[],
        ${column(({ document }) => document.effectiveFrom)}::text[], ${column(({ document }) => document.effectiveTo)}::text[],
        ${column(({ ordinal }) => ordinal)}::integer[], ${column(({ passage }) => passage.start)}::integer[],
        ${column(({ passage }) => passage.end)}::integer[], ${column(({ passage }) => passage.section ?? null)}::text[],
        ${column(({ passage }) => passage.article ?? null)}::text[], ${column(({ passage }) => passage.text)}::text[],
        ${column(({ passage }) => JSON.stringify(passage.metadata))}::text[]) WITH ORDINALITY
        AS p (chunk_id, document, path_id, in_force_from, in_force_to, ordinal, start, "end", section, article, text, metadata, n)
      ORDER BY p.n RETURNING id, document`);
    const ids = new Map<number, number[]>();
    for (const { id, document } of chunks) {
      const own = ids.get(document) ?? [];
      own.push(id);
      ids.set(document, own);
    }
    for (const own of ids.values()) own.sort((a, b) => a - b);
    return ids;
  }

  private async putWords(stored: readonly Stored[], storage: WordStorage): Promise<void> {
    const read = await this.wordsOf(stored, storage);
    const placed = stored.flatMap(({ document, pathId, chunks }, d) =>
      chunks.flatMap((id, i) => {
        const passage = read[d]?.[i];
        const { effectiveFrom: inForceFrom, effectiveTo: inForceTo } = document;
        return passage === undefined ? [] : [{ id, pathId, inForceFrom, inForceTo, read: passage }];
      }),
    );
    await this.words.put(placed, storage);
    const books = stored.filter(({ document, id, chunks }) =>
      isRuleBook({
        ...document,
        document: id,
        passages: document.passages.map((passage, i) => ({ ...passage, id: chunks[i] ?? 0 })),
      }),
    );
    if (books.length > 0)
      await this.database.change(
        sql`INSERT INTO title_lookup_documents (document) SELECT unnest(${books.map(({ id }) => id)}::bigint[])`,
      );
  }

  /** Words as parsed before the transaction, unless another embedding came into service since. */
  private async wordsOf(
    stored: readonly Stored[],
    storage: WordStorage,
  ): Promise<readonly (readonly PreparedPassage[])[]> {
    const known = stored.map(({ document }) => this.read.get(document));
    const missing = stored.filter((_, i) => known[i]?.model !== storage.vectorModel);
    const passages = missing.flatMap(({ document }) => readable(document));
    const read = passages.length === 0 ? [] : await this.words.read(passages, storage, true);
    let from = 0;
    return stored.map(({ document }, i) => {
      const own = known[i];
      if (own?.model === storage.vectorModel) return own.passages;
      return read.slice(from, (from += document.passages.length));
    });
  }
}

function readable({ title, passages }: DocumentInput): ReadablePassage[] {
  return passages.map(({ section, text }) => ({ title, section, text }));
}
