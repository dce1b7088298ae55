import { z } from 'zod';
import { isHeaderRecord, toTarget, toRecord } from '../domain/target-record.js';
import { TARGET_SCOPES, TestTarget, TargetStore } from '../domain/test-target.js';
import { Injectable } from '@nestjs/common';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';

const path = z.string().max(500);

/** The shape of a target; rules for its values are in the domain (`targetFaults`). */
export const targetRecordSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['openai', 'touchstone', 'http']),
  base_url: z.string(),
  model: z.string().min(1).max(200).optional(),
  headers: z
    .record(z.string(), z.unknown().refine(isHeaderRecord, 'must be a text or {"secret": "TARGET_…"}'))
    .optional(),
  request: z
    .strictObject({
      method: z.enum(['GET', 'POST', 'PUT']).optional(),
      path: z.string().max(2000).optional(),
      body: z.unknown(),
    })
    .optional(),
  response: z
    .strictObject({
      answer: path,
      contexts: path.optional(),
      citations: path.optional(),
      conversation_id: path.optional(),
      input_tokens: path.optional(),
      output_tokens: path.optional(),
      cost_usd: path.optional(),
    })
    .optional(),
  stream: z.enum(['sse', 'ndjson']).optional(),
  price: z.strictObject({ input_usd: z.number().min(0), output_usd: z.number().min(0) }).optional(),
  timeout_ms: z.int().min(1).max(600_000).optional(),
  concurrency: z.int().min(1).max(64).optional(),
  scopes: z.array(z.enum(TARGET_SCOPES)).optional(),
});

/** @throws Error for a row that another version wrote */
function storedTarget(text: string): TestTarget {
  const parsed = targetRecordSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error('A stored target is of another version and cannot be read.');
  return toTarget(parsed.data);
}

@Injectable()
export class SqlTargetStore extends TargetStore {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async list(): Promise<readonly TestTarget[]> {
    const rows = await this.store.query<{ target: string }>(sql`SELECT target FROM test_targets ORDER BY position`);
    return rows.map(({ target }) => storedTarget(target));
  }

  async replace(targets: readonly TestTarget[]): Promise<void> {
    await this.store.transaction(async () => {
      // Two lists that are stored concurrently do not mix.
      await this.store.lockTable('test_targets');
      await this.store.change(sql`DELETE FROM test_targets`);
      for (const [place, target] of targets.entries())
        await this.store.change(sql`INSERT INTO test_targets (name, position, target)
          VALUES (${target.name}, ${place}, ${JSON.stringify(toRecord(target))})`);
    });
  }
}
