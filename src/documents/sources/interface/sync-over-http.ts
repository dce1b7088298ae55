import { z } from 'zod';
import { OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { KnownRun, KnownSource, SyncServer } from './sync-command.js';

/** An error of the server, with its message. */
export class SyncRefused extends Error {}

const sourceSchema = z.looseObject({
  source_id: z.string(),
  name: z.string(),
  kind: z.string(),
  location: z.record(z.string(), z.unknown()),
});
const pageSchema = z.object({ items: z.array(sourceSchema), next_cursor: z.string().nullable() });
const count = z.number();
const runSchema = z.object({
  run_id: z.string(),
  status: z.string(),
  done: count,
  total: count,
  counts: z.object({
    added: count,
    changed: count,
    moved: count,
    unchanged: count,
    removed: count,
    failed: count,
  }),
  files: z.array(z.object({ path: z.string(), outcome: z.string(), reason: z.string().optional() })),
  error: z.string().nullable(),
});
const problemSchema = z.object({ detail: z.string() });

/** A running server. */
export class SyncOverHttp implements SyncServer {
  private readonly client = new OutgoingClient();
  private readonly base: string;

  /** @param headers of each request: the key */
  constructor(
    address: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    this.base = address.replace(/(?<!\/)\/+$/u, '');
  }

  list(cursor: string | undefined): Promise<{ items: readonly KnownSource[]; next_cursor: string | null }> {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return this.ask('GET', `/sources?limit=500${after}`, undefined, pageSchema);
  }

  create(settings: Readonly<Record<string, unknown>>): Promise<KnownSource> {
    return this.ask('POST', '/sources', settings, sourceSchema);
  }

  change(sourceId: string, settings: Readonly<Record<string, unknown>>): Promise<KnownSource> {
    return this.ask('PUT', `/sources/${encodeURIComponent(sourceId)}`, settings, sourceSchema);
  }

  start(sourceId: string, dryRun: boolean): Promise<KnownRun> {
    return this.ask('POST', `/sources/${encodeURIComponent(sourceId)}/sync?dry_run=${dryRun}`, undefined, runSchema);
  }

  run(sourceId: string, runId: string): Promise<KnownRun> {
    return this.ask('GET', `/sources/${encodeURIComponent(sourceId)}/runs/${runId}`, undefined, runSchema);
  }

  private async ask<T>(method: string, url: string, body: object | undefined, schema: z.ZodType<T>): Promise<T> {
    const response = await this.client.fetch(this.base + url, {
      method,
      headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const parsed = schema.safeParse(answer);
    if (response.ok && parsed.success) return parsed.data;
    const problem = problemSchema.safeParse(answer);
    throw new SyncRefused(
      problem.success ? problem.data.detail : `The server answered ${response.status} to ${method} ${url}.`,
    );
  }
}
