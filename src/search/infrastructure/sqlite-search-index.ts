import { Injectable } from '@nestjs/common';
import { filterCondition, type SqlCondition } from '../../shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { PreparedStatements } from '../../shared/infrastructure/database/prepared-statements.js';
import { Scored } from '../domain/fusion.js';
import { IndexedPassage, IndexStatistics, SearchIndex, SearchScope, TermFrequencies } from '../domain/search-index.js';
import { type PassageRow, toPassage } from './passage-row.js';
import { TermStatistics } from './term-statistics.js';
import { VectorTable } from './vector-table.js';

/**
 * Weights of FTS5's two columns. A word in the heading says more about a passage than one in its body, but headings are
 * short and BM25 already favours short fields; a choice by judgement that no comparison has tested yet.
 */
const HEADING_WEIGHT = 1.2;
const BODY_WEIGHT = 1;

const PASSAGE_COLUMNS = `c.id, c.chunk_id, d.document_id, d.title, d.url, d.date, d.version, p.display AS canonical_path,
  c.start, c."end", c.text, c.section, c.article, c.ordinal, c.metadata, d.metadata AS document_metadata`;

/** A term as an FTS5 string; the analyser's terms hold no operator, but the query syntax must not depend on that. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Reading side of the embedded index: BM25 by FTS5, vectors by sqlite-vec, the scope as a condition inside each query. */
@Injectable()
export class SqliteSearchIndex extends SearchIndex {
  private readonly statements: PreparedStatements;
  private readonly termStatistics: TermStatistics;

  constructor(
    private readonly database: MainDatabase,
    private readonly vectors: VectorTable,
  ) {
    super();
    this.statements = new PreparedStatements(database.reader);
    this.termStatistics = new TermStatistics(database.reader);
  }

  lexical(terms: readonly string[], limit: number, scope: SearchScope): Promise<Scored[]> {
    if (terms.length === 0) return Promise.resolve([]);
    const inside = this.insideScope(scope, '+search_words.rowid');
    const sql = `SELECT search_words.rowid AS id, -bm25(search_words, ${HEADING_WEIGHT}, ${BODY_WEIGHT}) AS score
      FROM search_words WHERE search_words MATCH ? AND ${inside.sql} ORDER BY score DESC, id LIMIT ?`;
    return Promise.resolve(this.all<Scored>(sql, [terms.map(quoted).join(' OR '), ...inside.params, limit]));
  }

  nearest(vector: Float32Array, limit: number, scope: SearchScope): Promise<Scored[]> {
    if (!this.vectors.exists() || vector.every((x) => x === 0)) return Promise.resolve([]);
    const inside = this.insideScope(scope, 'chunk');
    const sql = `SELECT chunk AS id, 1 - distance * distance / 2 AS score FROM search_vectors WHERE embedding MATCH ? AND k = ? AND ${inside.sql} ORDER BY distance`;
    // Vectors have unit length: the cosine is 1 - d^2 / 2 of the Euclidean distance, which sqlite-vec computes a quarter faster.
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const rows = this.all<Scored>(sql, [bytes, limit, ...inside.params]);
    // sqlite-vec orders by distance alone; ties by id make the order the same every time.
    return Promise.resolve(rows.sort((a, b) => b.score - a.score || a.id - b.id));
  }

  byArticle(article: string, nameKey: string, scope: SearchScope): Promise<number[]> {
    const condition = this.passageCondition(scope);
    // A name in the question (`휴학복학규정에서`), or a question that names only the end of it (`학칙` for `해온대학교 학칙`).
    const sql = `SELECT c.id AS id FROM search_chunks c JOIN search_documents d ON d.id = c.document
      WHERE c.article = ? AND length(d.name_key) > 1 AND (instr(?, d.name_key) > 0 OR (length(?) > 1 AND d.name_key LIKE '%' || ?)) AND ${condition.sql}
      ORDER BY length(d.name_key) DESC, c.id LIMIT 20`;
    return Promise.resolve(
      this.all<{ id: number }>(sql, [article, nameKey, nameKey, nameKey, ...condition.params]).map((row) => row.id),
    );
  }

  passages(ids: readonly number[], scope: SearchScope): Promise<IndexedPassage[]> {
    const condition = this.passageCondition(scope);
    const sql = `SELECT ${PASSAGE_COLUMNS} FROM search_chunks c JOIN search_documents d ON d.id = c.document JOIN category_paths p ON p.id = c.path_id
      WHERE c.id IN (SELECT value FROM json_each(?)) AND ${condition.sql}`;
    const byId = new Map(
      this.all<PassageRow>(sql, [JSON.stringify(ids), ...condition.params]).map((row) => [row.id, toPassage(row)]),
    );
    return Promise.resolve(ids.map((id) => byId.get(id)).filter((passage) => passage !== undefined));
  }

  frequencies(terms: readonly string[]): Promise<TermFrequencies> {
    return Promise.resolve(this.termStatistics.read(terms));
  }

  statistics(): Promise<IndexStatistics> {
    const count = (sql: string) => this.all<{ n: number }>(sql, [])[0]?.n ?? 0;
    return Promise.resolve({
      documents: count('SELECT count(*) AS n FROM search_documents'),
      chunks: count('SELECT count(*) AS n FROM search_chunks'),
      unembedded: count('SELECT count(*) AS n FROM search_chunks WHERE embedded = 0'),
      sizeBytes: this.database.sizeBytes(),
    });
  }

  /** The scope on rows of search_chunks named `c`. */
  private passageCondition(scope: SearchScope): SqlCondition {
    const filter = filterCondition(scope.filter, 'c.path_id');
    return {
      sql: `${filter.sql} AND (c.in_force_from IS NULL OR c.in_force_from <= ?) AND (c.in_force_to IS NULL OR c.in_force_to >= ?)`,
      params: [...filter.params, scope.asOf, scope.asOf],
    };
  }

  /** The same scope on an index that knows only row ids; no condition when it would let everything through. */
  private insideScope(scope: SearchScope, column: string): SqlCondition {
    if (this.coversAllPaths(scope) && !this.anyOutOfForce(scope.asOf)) return { sql: '1', params: [] };
    const condition = this.passageCondition(scope);
    return { sql: `${column} IN (SELECT c.id FROM search_chunks c WHERE ${condition.sql})`, params: condition.params };
  }

  /** A filter that allows every category there is costs a list of all passages and keeps none out. */
  private coversAllPaths({ filter }: SearchScope): boolean {
    if (filter.kind === 'unrestricted') return true;
    const inside = filterCondition(filter, 'id');
    return (
      this.all<{ n: number }>(
        `SELECT EXISTS (SELECT 1 FROM category_paths WHERE NOT (${inside.sql})) AS n`,
        inside.params,
      )[0]?.n === 0
    );
  }

  private anyOutOfForce(day: string): boolean {
    const sql = `SELECT EXISTS (SELECT 1 FROM search_chunks WHERE (in_force_from IS NOT NULL OR in_force_to IS NOT NULL)
      AND (in_force_from > ? OR in_force_to < ?)) AS n`;
    return this.all<{ n: number }>(sql, [day, day])[0]?.n === 1;
  }

  /** Statements are prepared once; `Row` is what the caller's SQL selects. */
  private all<Row>(sql: string, params: readonly unknown[]): Row[] {
    return this.statements.get<Row>(sql).all(...params);
  }
}
