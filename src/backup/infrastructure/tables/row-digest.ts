import { createHash } from 'node:crypto';
import { CopiedRow, CopiedValue, TableDigest } from '../../domain/store-tables.js';

/** A batch is complete with this many rows or, roughly, bytes. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 4_000_000;

function bytesOf(value: CopiedValue): Buffer {
  if (value === null) return Buffer.alloc(0);
  return typeof value === 'object' ? Buffer.from(value) : Buffer.from(String(value), 'utf8');
}

const KINDS = { string: 't', number: 'n', object: 'b' } as const;

/** Type, length and bytes of each value: two different rows never have the same encoding. */
function encode(value: CopiedValue): Buffer[] {
  if (value === null) return [Buffer.from('-')];
  const kind = typeof value === 'string' ? KINDS.string : typeof value === 'number' ? KINDS.number : KINDS.object;
  const bytes = bytesOf(value);
  return [Buffer.from(`${kind}${bytes.length}:`), bytes];
}

/** @param batches all rows of a table in the order of their keys */
export async function digestOf(batches: AsyncIterable<readonly CopiedRow[]>): Promise<TableDigest> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    for (const row of batch) hash.update(Buffer.concat(row.flatMap(encode)));
  }
  return { rows, sha256: hash.digest('hex') };
}

function sizeOf(row: CopiedRow): number {
  return row.reduce<number>((sum, value) => sum + (value === null || typeof value === 'number' ? 8 : value.length), 0);
}

/** Rows in batches that fit into memory, however large a row is. */
export async function* inBatches(rows: AsyncIterable<CopiedRow> | Iterable<CopiedRow>): AsyncGenerator<CopiedRow[]> {
  let batch: CopiedRow[] = [];
  let bytes = 0;
  for await (const row of rows) {
    batch.push(row);
    bytes += sizeOf(row);
    if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
