import { Injectable } from '@nestjs/common';
import { decodeNameCursor, encodeNameCursor, Page } from '../../../shared/domain/page.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { Dataset, DatasetItem, DatasetSummary, DatasetStore } from '../domain/dataset.js';
import { itemRecord } from '../domain/item-record.js';
import { readItems } from '../domain/read-items.js';

interface SummaryRow {
  readonly dataset_id: string;
  readonly owner: string;
  readonly name: string;
  readonly created_at: string;
  readonly questions: number;
}

const summaryOf = (row: SummaryRow): DatasetSummary => ({
  datasetId: row.dataset_id,
  owner: row.owner,
  name: row.name,
  createdAt: row.created_at,
  questions: row.questions,
});

function itemsOf(text: string): DatasetItem[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error('A stored dataset is of another version and cannot be read.');
  return readItems(list.map((record: object, i) => ({ pointer: `/${i}`, place: `question ${i + 1}`, record })));
}

/** Datasets in the store, each with its questions as one text. */
@Injectable()
export class SqlDatasetStore extends DatasetStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async add({ datasetId, owner, name, createdAt, items }: Dataset): Promise<boolean> {
    const text = JSON.stringify(items.map(itemRecord));
    const added = await this.store.change(sql`INSERT INTO test_datasets
        (dataset_id, owner, name, created_at, questions, items)
      VALUES (${datasetId}, ${owner}, ${name}, ${createdAt}, ${items.length}, ${text})
      ON CONFLICT DO NOTHING`);
    return added > 0;
  }

  async find(datasetId: string, owner: string): Promise<Dataset | undefined> {
    const [row] = await this.store.query<SummaryRow & { readonly items: string }>(
      sql`SELECT * FROM test_datasets WHERE dataset_id = ${datasetId} AND owner = ${owner}`,
    );
    if (row === undefined) return undefined;
    const { owner: found, name, createdAt } = summaryOf(row);
    return { datasetId, owner: found, name, createdAt, items: itemsOf(row.items) };
  }

  async list(owner: string, limit: number, cursor: string | undefined): Promise<Page<DatasetSummary>> {
    const rows = await this.store.query<SummaryRow>(sql`SELECT dataset_id, owner, name, created_at, questions
      FROM test_datasets WHERE owner = ${owner} AND dataset_id > ${decodeNameCursor(cursor)}
      ORDER BY dataset_id LIMIT ${limit + 1}`);
    const items = rows.slice(0, limit).map(summaryOf);
    const last = items.at(-1);
    return { items, nextCursor: rows.length > limit && last !== undefined ? encodeNameCursor(last.datasetId) : null };
  }

  async remove(datasetId: string, owner: string): Promise<boolean> {
    const removed = await this.store.change(
      sql`DELETE FROM test_datasets WHERE dataset_id = ${datasetId} AND owner = ${owner}`,
    );
    return removed > 0;
  }
}
