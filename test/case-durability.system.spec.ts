import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { temporaryFolder } from './support/application.js';
import { exitOf, startServer } from './support/started-server.js';

const ROUNDS = 2;
/** The process is killed during the writes after this number. */
const KILL_AFTER_CASES = 15;
const KILL_WITHIN_MS = 60;

describe('the case base when the process is killed', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds every case and every feedback that was acknowledged, and case, log and counters agree', async () => {
    const rated: string[] = [];
    const deleted: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(folder);
      const send = async (url: string, body?: object, method = 'POST') => {
        const response = await fetch(`${server.url}${url}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return (await response.json()) as { log_id: string };
      };
      try {
        for (let n = 0; ; n++) {
          if (n === KILL_AFTER_CASES) setTimeout(() => server.process.kill('SIGKILL'), Math.random() * KILL_WITHIN_MS);
          const case_id = `case-${round}-${n}`;
          await send('/cbr/case', {
            case_id,
            query: `question ${n}`,
            category_path: ['A'],
            content: 'c',
            quality_score: 0,
          });
          const { log_id } = await send('/cbr/suggest', { query: `question ${n}`, k: 1 });
          await send('/cbr/feedback', { log_id, case_id, feedback: 'thumbs_up' });
          rated.push(case_id);
          if (n % 4 !== 0) continue;
          await send(`/cbr/cases/${case_id}`, undefined, 'DELETE');
          deleted.push(case_id);
        }
      } catch {
        // The connection broke: the process is dead.
      }
      await exitOf(server.process);
    }
    const db = new Database(path.join(folder, 'cbr', 'cbr_system.db'));
    const rows = db.prepare('SELECT case_id, quality_score, usage_count FROM cbr_cases').all() as {
      case_id: string;
      quality_score: number;
      usage_count: number;
    }[];
    const stored = new Map(rows.map((row) => [row.case_id, row]));
    const gone = new Set(deleted);
    expect(rated.length).toBeGreaterThan(ROUNDS);
    // The very last one may have been deleted without anybody hearing of it.
    const missing = rated.filter((id) => !gone.has(id) && stored.get(id)?.quality_score !== 0.1);
    expect(missing.filter((id) => Number(id.split('-')[2]) % 4 !== 0)).toEqual([]);
    expect(deleted.filter((id) => stored.has(id))).toEqual([]);
    expect(rows.filter((row) => Math.abs(row.quality_score - 0.1 * row.usage_count) > 1e-9)).toEqual([]);
    const one = (sql: string) => db.prepare(sql).pluck().get() as number;
    expect(one('SELECT sum(rated) FROM cbr_interaction_counts')).toBeGreaterThanOrEqual(rated.length);
    expect(
      one(
        'SELECT count(*) FROM cbr_feedback f WHERE NOT EXISTS (SELECT 1 FROM cbr_cases c WHERE c.case_id = f.case_id)',
      ),
    ).toBe(0);
    expect(one('SELECT count(*) FROM cbr_feedback')).toBe(one('SELECT sum(usage_count) FROM cbr_cases'));
    db.close();
  });
});
