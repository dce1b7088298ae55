import { Transaction } from '../../../shared/domain/transaction.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { isRuleBook } from '../../known-item/domain/catalogue.js';
import { NGRAM_POINTS, VectorModel } from './embedding-spaces.js';
import { WordSequence } from '../domain/stored-words/word-sequence.js';
import { writeSetting } from './stored-settings.js';
import { TermTexts } from './term-numbers.js';
import { putVectors, unlessZero, PostingsWriter } from './postings-writer.js';

/** Documents, or passages, per transaction: other writers wait no longer than it takes. */
const DOCUMENTS = 40;
const PASSAGES = 200;

interface PassageRow {
  readonly document: number;
  readonly document_id: string;
  readonly title: string;
  readonly id: number;
  readonly path_id: number;
  readonly in_force_from: string | null;
  readonly in_force_to: string | null;
  readonly section: string | null;
  readonly article: string | null;
  readonly text: string;
}

/**
 * Updates words and vectors in the database for all passages and for the model in service. Any process may run it, also
 * several at once.
 */
export class PostingsMaintenance {
  private readonly terms: TermTexts;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly transaction: Transaction,
    private readonly words: PostingsWriter,
  ) {
    this.terms = new TermTexts(database);
  }

  /** From now on every writer stores words; those of existing passages are made here. */
  async begin(): Promise<void> {
    const before = await this.state();
    if (before === 'kept') return;
    // Passages that come from now on bring their words: what lacks them has a lower number.
    if (before === undefined)
      await this.transaction.run(() => writeSetting(this.database, 'postings_ready', 'filling'));
    let after = 0;
    for (;;) {
      const last = await this.transaction.run(() => this.fill(after));
      if (last === undefined) break;
      after = last;
    }
    await this.transaction.run(() => writeSetting(this.database, 'postings_ready', 'kept'));
  }

  /**
   * Makes vectors of the model in service for all passages, then lets searches use them: the earlier ones serve until
   * then.
   * @returns whether other vectors came into service
   */
  async renewPoints(signal?: AbortSignal): Promise<boolean> {
    const { vectorModel } = await this.words.storage();
    const wanted = await this.servedModel();
    const model = wanted === vectorModel ? undefined : await this.words.spaces.of(wanted);
    // A fitted embedding that cannot be read does not come into service.
    if (model === undefined || (model.kind === 'fitted' && model.space === undefined)) return false;
    await this.database.change(sql`INSERT INTO indexed_models (model, dimensions)
      VALUES (${model.id}, ${model.dimensions}) ON CONFLICT DO NOTHING`);
    let after = 0;
    for (;;) {
      if (signal?.aborted === true) return false;
      const last = await this.transaction.run(() => this.addPoints(model, after));
      if (last === undefined) break;
      after = last;
    }
    const isServed = await this.transaction.run(() => this.serve(model, after));
    // Without statistics of the new points the server takes plans that read all of them.
    if (isServed) await this.database.maintain('ANALYZE chunk_vectors');
    return isServed;
  }

  private async state(): Promise<string | undefined> {
    const row = await this.database.one<{ value: string }>(
      sql`SELECT value FROM search_settings WHERE key = 'postings_ready'`,
    );
    return row?.value;
  }

  private async servedModel(): Promise<number> {
    const row = await this.database.one<{ value: string }>(
      sql`SELECT value FROM search_settings WHERE key = 'served_model'`,
    );
    return row === undefined ? NGRAM_POINTS : Number(row.value);
  }

  /** @returns the last document processed; undefined after the last one */
  private async fill(after: number): Promise<number | undefined> {
    const documents = await this.database.query<{ id: number }>(
      sql`SELECT id FROM search_documents WHERE collection = 1 AND id > ${after}::bigint ORDER BY id LIMIT ${DOCUMENTS}`,
    );
    const rows = await this.database.query<PassageRow>(sql`
      SELECT d.id AS document, d.document_id, d.title, c.id, c.path_id, c.in_force_from, c.in_force_to, c.section, c.article, c.text
      FROM search_documents d JOIN search_chunks c ON c.collection = d.collection AND c.document = d.id
      WHERE d.collection = 1 AND d.id = ANY(${documents.map(({ id }) => id)}::bigint[])
        AND NOT EXISTS (SELECT 1 FROM search_words w WHERE w.collection = 1 AND w.chunk = c.id)
      ORDER BY d.id, c.ordinal`);
    const storage = await this.words.storage();
    const read = await this.words.read(
      rows.map(({ title, section, text }) => ({ title, section: section ?? undefined, text })),
      storage,
      true,
    );
    const placed = rows.flatMap(({ id, path_id, in_force_from, in_force_to }, i) => {
      const own = read[i];
      return own === undefined
        ? []
        : [{ id, pathId: path_id, inForceFrom: in_force_from, inForceTo: in_force_to, read: own }];
    });
    await this.words.put(placed, storage);
    await this.listBooks(rows);
    return documents.at(-1)?.id;
  }

  private async listBooks(rows: readonly PassageRow[]): Promise<void> {
    const books = [...new Set(rows.map(({ document }) => document))].filter((document) => {
      const own = rows.filter((row) => row.document === document);
      const [first] = own;
      if (first === undefined) return false;
      const passages = own.map(({ id, section, article, text }) => ({
        id,
        text,
        section: section ?? undefined,
        article: article ?? undefined,
      }));
      return isRuleBook({ document, documentId: first.document_id, title: first.title, passages });
    });
    await this.database.change(
      sql`INSERT INTO title_lookup_documents (document) SELECT unnest(${books}::bigint[]) ON CONFLICT DO NOTHING`,
    );
  }

  /** @returns the last passage processed; undefined after the last one */
  private async addPoints(model: VectorModel, after: number): Promise<number | undefined> {
    const rows = await this.database.query<{ chunk: number }>(
      sql`SELECT chunk FROM search_words WHERE collection = 1 AND chunk > ${after}::bigint ORDER BY chunk LIMIT ${PASSAGES}`,
    );
    const ids = rows.map(({ chunk }) => chunk);
    const vectors = model.kind === 'provider' ? await this.givenVectors(model.id, ids) : await this.made(model, ids);
    await putVectors(this.database, model.id, vectors);
    return ids.at(-1);
  }

  private async givenVectors(model: number, ids: readonly number[]) {
    const rows = await this.database.query<{ chunk: number; vector: Uint8Array }>(
      sql`SELECT chunk, vector FROM search_vectors WHERE collection = 1 AND model = ${model} AND chunk = ANY(${ids}::bigint[])`,
    );
    return rows.flatMap(({ chunk, vector: bytes }) => {
      const vector = unlessZero(new Float32Array(Uint8Array.from(bytes).buffer));
      return vector === undefined ? [] : [{ id: chunk, vector }];
    });
  }

  /** Made from the stored terms: reading the texts again would take several times as long. */
  private async made({ space }: VectorModel, ids: readonly number[]) {
    const rows = await this.database.query<{ chunk: number; heading: number; term_sequence: Uint8Array }>(sql`
      SELECT chunk, heading, term_sequence FROM search_words WHERE collection = 1 AND chunk = ANY(${ids}::bigint[]) ORDER BY chunk`);
    const read = rows.map(({ heading, term_sequence }) => WordSequence.fromBytes(term_sequence, heading).counts());
    const terms = await this.terms.texts(new Set(read.flatMap((counts) => [...counts.keys()])));
    return rows.flatMap(({ chunk }, i) => {
      const counts = new Map([...(read[i] ?? [])].map(([id, count]) => [terms(id), count]));
      const vector = space === undefined ? undefined : unlessZero(space.embed(counts));
      return vector === undefined ? [] : [{ id: chunk, vector }];
    });
  }

  /**
   * Includes passages that were written meanwhile; another model may have replaced this one while its vectors were
   * made.
   */
  private async serve(model: VectorModel, after: number): Promise<boolean> {
    if ((await this.servedModel()) !== model.id) return false;
    for (let last: number | undefined = after; last !== undefined;) last = await this.addPoints(model, last);
    await writeSetting(this.database, 'vector_model', String(model.id));
    // Their vectors are removed afterwards, a few at a time.
    await this.database.change(sql`DELETE FROM indexed_models WHERE model <> ${model.id}`);
    return true;
  }
}
