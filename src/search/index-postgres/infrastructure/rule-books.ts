import { Catalogue, CatalogueEntry } from '../../known-item/domain/catalogue.js';
import { NamedPassages } from '../../known-item/domain/hit.js';
import { namedPassages } from '../../known-item/domain/look-up.js';
import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { readPosition } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { InnerScope } from './scope-condition.js';
import { daysOf } from '../../../text/values/calendar-day.js';

/** Documents per batch. */
const BATCH = 200;

interface BookRow {
  readonly document: number;
  readonly document_id: string;
  readonly title: string;
  readonly date: string | null;
  readonly version: string | null;
  readonly id: number;
  readonly path_id: number;
  readonly in_force_from: string | null;
  readonly in_force_to: string | null;
  readonly section: string | null;
  readonly article: string | null;
  readonly text: string;
}

/** The fields of a passage that the scope tests. */
interface Place {
  readonly path: number;
  readonly from: number;
  readonly to: number;
}

function entryOf(rows: readonly BookRow[], first: BookRow): CatalogueEntry {
  return {
    document: first.document,
    documentId: first.document_id,
    title: first.title,
    date: first.date,
    version: first.version,
    effectiveFrom: first.in_force_from,
    passages: rows.map(({ id, section, article, text }) => ({
      id,
      section: section ?? undefined,
      article: article ?? undefined,
      text,
    })),
  };
}

/**
 * The rule books of the shared store by name and number, in the memory of this replica: labels of their passages, not
 * the texts. It follows the store by its position.
 */
export class RuleBooks {
  private catalogue = new Catalogue();
  private readonly places = new Map<number, Place>();
  private readonly passagesOf = new Map<number, readonly number[]>();
  private lastDocument = 0;
  private lastRemoval: number | undefined;
  private at = -1;
  private following: Promise<void> | undefined;

  constructor(private readonly database: PostgresDatabase) {}

  /** Position of the store up to which the books are read. */
  get position(): number {
    return this.at;
  }

  /** Waits until the books include a position of the store. */
  async settle(position: number): Promise<void> {
    while (this.at < position) {
      this.following ??= this.follow().finally(() => {
        this.following = undefined;
      });
      await this.following;
    }
  }

  /** Passages that a question names, inside the scope. */
  lookUp(question: string, { allowed, day }: InnerScope, synonyms: GroupedSynonyms): NamedPassages {
    const admits = (id: number) => {
      const place = this.places.get(id);
      const isInForce = day === undefined || (place !== undefined && place.from <= day && place.to >= day);
      return place !== undefined && isInForce && allowed.has(place.path);
    };
    return namedPassages(question, this.catalogue, { admits, synonyms });
  }

  private follow(): Promise<void> {
    return this.database.transaction(
      async () => {
        const position = await readPosition(this.database, 'documents');
        await this.takeRemovals();
        for (;;) {
          const rows = await this.nextBooks();
          if (rows.length === 0) break;
          this.enter(rows);
        }
        this.at = position;
      },
      { snapshot: true },
    );
  }

  /** Before the first read, no known book can have been removed. */
  private async takeRemovals(): Promise<void> {
    const newest = await this.database.one<{ last: number }>(
      sql`SELECT coalesce(max(id), 0)::bigint AS last FROM document_tombstones`,
    );
    const removed =
      this.lastRemoval === undefined
        ? []
        : await this.database.query<{ document: number }>(
            sql`SELECT document FROM document_tombstones WHERE id > ${this.lastRemoval}::bigint ORDER BY id`,
          );
    for (const { document } of removed) this.forget(document);
    this.lastRemoval = Math.max(newest?.last ?? 0, this.lastRemoval ?? 0);
  }

  private nextBooks(): Promise<readonly BookRow[]> {
    return this.database.query<BookRow>(sql`
      SELECT d.id AS document, d.document_id, d.title, d.date, d.version, c.id, c.path_id, c.in_force_from, c.in_force_to,
        c.section, c.article, c.text
      FROM (SELECT document FROM title_lookup_documents WHERE collection = 1 AND document > ${this.lastDocument}::bigint
          ORDER BY document LIMIT ${BATCH}) b
        JOIN search_documents d ON d.collection = 1 AND d.id = b.document
        JOIN search_chunks c ON c.collection = 1 AND c.document = d.id
      ORDER BY d.id, c.ordinal`);
  }

  private enter(rows: readonly BookRow[]): void {
    const documents = new Map<number, BookRow[]>();
    for (const row of rows) {
      const own = documents.get(row.document) ?? [];
      own.push(row);
      documents.set(row.document, own);
    }
    for (const [document, own] of documents) {
      const [first] = own;
      if (first === undefined) continue;
      this.catalogue.add(entryOf(own, first));
      for (const { id, path_id, in_force_from, in_force_to } of own)
        this.places.set(id, { path: path_id, ...daysOf(in_force_from, in_force_to) });
      this.passagesOf.set(
        document,
        own.map(({ id }) => id),
      );
      this.lastDocument = Math.max(this.lastDocument, document);
    }
  }

  private forget(document: number): void {
    this.catalogue.remove(document);
    for (const id of this.passagesOf.get(document) ?? []) this.places.delete(id);
    this.passagesOf.delete(document);
  }
}
