import { Injectable } from '@nestjs/common';
import { atOrBelow } from '../../shared/domain/category-filter.js';
import { Page } from '../../shared/domain/page.js';
import { categoryCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { SqlDialect } from '../../shared/infrastructure/database/sql-dialect.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { DocumentSummary } from '../domain/document.js';
import {
  DocumentOrder,
  DocumentSelection,
  DocumentSort,
  DocumentTable,
  encodePlace,
  ForceState,
  TablePlace,
} from '../domain/document-table.js';
import { inCollection, SUMMARY_COLUMNS, SummaryRow, toSummary } from './document-row.js';

/** Characters of a key that sort: titles that are the same up to here are sorted by their ids. */
const KEY_CHARACTERS = 300;

/**
 * The name of the source in the metadata; null without one. The expression of SQLite is a column of the index `documents_listed`. PostgreSQL
 * reads no JSON with the escapes of a zero or of half a character: both are replaced.
 */
const SOURCE_NAME = {
  sqlite: trusted(
    "CASE WHEN json_valid(d.metadata) THEN CASE json_type(d.metadata, '$.source') WHEN 'text' THEN json_extract(d.metadata, '$.source') END END",
  ),
  postgres: trusted(
    String.raw`(SELECT CASE json_typeof(m.source) WHEN 'string' THEN m.source #>> '{}' END
      FROM (SELECT CAST(regexp_replace(d.metadata, '\\u(d[89a-f][0-9a-f]{2}|0000)', '\\ufffd', 'gi') AS json) -> 'source' AS source) m)`,
  ),
};

/** Host and port of `source_url`, which is stored as a URL is written, with a slash after its host. */
const HOST_AND_USER =
  "substr(d.source_url, instr(d.source_url, '://') + 3, instr(substr(d.source_url, instr(d.source_url, '://') + 3) || '/', '/') - 1)";
const HOST = {
  sqlite: trusted(`substr(${HOST_AND_USER}, instr(${HOST_AND_USER}, '@') + 1)`),
  postgres: trusted("substring(d.source_url from '^[a-zA-Z]+://(?:[^/@]*@)?([^/?#]+)')"),
};

/** Labels have no quotation marks: a mark that sorts before every sign is between them, so that a category comes before those below it. */
const CATEGORY = trusted(
  `(SELECT replace(substr(c.current_path, 3, length(c.current_path) - 4), '","', '\u0001') FROM category_paths c WHERE c.id = d.path_id)`,
);

/** With zeros before it, so that it sorts as text. */
const CHUNKS = trusted("substr('0000000000' || CAST(d.chunks AS text), length(CAST(d.chunks AS text)) + 1)");

const DAY_OF_EDITION = trusted('substr(coalesce(d.date, d.effective_from, d.updated_at), 1, 10)');
const EDITION = trusted(
  "(coalesce(d.version, '') || CASE WHEN d.version IS NULL OR d.date IS NULL THEN '' ELSE ' · ' END || coalesce(d.date, ''))",
);

const sourceOf = ({ name }: SqlDialect): Sql => sql`coalesce(${SOURCE_NAME[name]}, ${HOST[name]}, '')`;

/** The key of each order as text. */
function keyOf(dialect: SqlDialect, sort: DocumentSort): Sql {
  switch (sort) {
    case 'title':
      return dialect.naturalKey(trusted('d.title'));
    case 'category':
      return dialect.naturalKey(CATEGORY);
    case 'edition':
      return trusted("coalesce(d.date, d.version, '')");
    case 'effective_from':
      return trusted("coalesce(d.effective_from, '')");
    case 'chunks':
      return CHUNKS;
    case 'source':
      return dialect.naturalKey(sourceOf(dialect));
    case 'updated':
      return trusted('d.updated_at');
  }
}

/** ISO days, which compare by their bytes. */
function inForce(state: ForceState, day: string): Sql {
  switch (state) {
    case 'always':
      return trusted('d.effective_from IS NULL AND d.effective_to IS NULL');
    case 'future':
      return sql`d.effective_from > ${day}`;
    case 'past':
      return sql`coalesce(d.effective_from, '') <= ${day} AND d.effective_to < ${day}`;
    case 'current':
      return sql`(d.effective_from IS NOT NULL OR d.effective_to IS NOT NULL)
        AND coalesce(d.effective_from, '') <= ${day} AND coalesce(d.effective_to, ${day}) >= ${day}`;
  }
}

function conditionsOf(dialect: SqlDialect, selection: DocumentSelection): Sql {
  const { filter, path, documentIds, force, day, source, edition, from, to, areCopies } = selection;
  const visible = (column: string) => categoryCondition(dialect, filter, column);
  const conditions = [
    visible('d.path_id'),
    categoryCondition(dialect, atOrBelow(path), 'd.path_id'),
    ...(documentIds === undefined ? [] : [dialect.isOneOf('d.document_id', documentIds)]),
    ...(force === undefined ? [] : [inForce(force, day)]),
    ...(source === undefined ? [] : [dialect.contains(sourceOf(dialect), source)]),
    ...(edition === undefined ? [] : [dialect.contains(EDITION, edition)]),
    ...(from === undefined ? [] : [sql`${DAY_OF_EDITION} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${DAY_OF_EDITION} <= ${to}`]),
    ...(areCopies === true
      ? [
          sql`d.content_hash IN (SELECT o.content_hash FROM documents o WHERE ${inCollection(dialect, 'o.')}
            AND ${visible('o.path_id')} GROUP BY o.content_hash HAVING count(*) > 1)`,
        ]
      : []),
  ];
  return conditions.reduce((all, next) => sql`${all} AND ${next}`, inCollection(dialect, 'd.'));
}

/** Documents sorted and filtered by the database, on both engines. */
@Injectable()
export class SqlDocumentTable extends DocumentTable {
  constructor(private readonly store: MainSqlStore) {
    super();
  }

  async page(
    selection: DocumentSelection,
    order: DocumentOrder,
    { after, limit }: { readonly after: TablePlace | undefined; readonly limit: number },
  ): Promise<Page<DocumentSummary>> {
    const places = await this.places(selection, order, after, limit + 1);
    const shown = places.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await this.summaries(shown, selection),
      nextCursor: places.length > limit && last !== undefined ? encodePlace(order, last) : null,
    };
  }

  /** Reads nothing but the columns of the index. */
  private places(
    selection: DocumentSelection,
    { sort, direction }: DocumentOrder,
    after: TablePlace | undefined,
    limit: number,
  ): Promise<readonly TablePlace[]> {
    const { dialect } = this.store;
    const isShared = dialect.name === 'postgres';
    const isAscending = direction === 'ascending';
    const by = trusted(isAscending ? 'ASC' : 'DESC');
    const follows = trusted(isAscending ? '>' : '<');
    const bytes = trusted(isShared ? 'COLLATE "C"' : '');
    const rest =
      after === undefined
        ? sql`1 = 1`
        : sql`(r.sort_key, r.document_id) ${follows} (${after.key}, ${after.documentId})`;
    return this.store.query<TablePlace>(
      sql`SELECT r.sort_key AS key, r.document_id AS "documentId" FROM (
            SELECT substr(${keyOf(dialect, sort)}, 1, ${KEY_CHARACTERS}) ${bytes} AS sort_key, d.document_id
            FROM documents d ${trusted(isShared ? '' : 'INDEXED BY documents_listed')}
            WHERE ${conditionsOf(dialect, selection)}) r
          WHERE ${rest} ORDER BY r.sort_key ${by}, r.document_id ${by} LIMIT ${limit}`,
    );
  }

  /** Under the filter again: the rights to a document may have changed in between. */
  private async summaries(
    places: readonly TablePlace[],
    { filter }: DocumentSelection,
  ): Promise<readonly DocumentSummary[]> {
    const { dialect } = this.store;
    const ids = places.map(({ documentId }) => documentId);
    const rows = await this.store.query<SummaryRow>(
      sql`SELECT ${trusted(SUMMARY_COLUMNS)} FROM documents d JOIN category_paths p ON p.id = d.path_id
          WHERE ${inCollection(dialect, 'd.')} AND ${dialect.isOneOf('d.document_id', ids)}
            AND ${categoryCondition(dialect, filter, 'd.path_id')}`,
    );
    const byId = new Map(rows.map((row) => [row.document_id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [toSummary(row)];
    });
  }
}
