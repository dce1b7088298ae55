import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Expected, killWhileWriting, notFoundWhole, examine } from '../support/killed-store.js';
import { exitOf, type Server, startServer } from '../support/started-server.js';

/** A start is to take less. */
const START_LIMIT_MS = 3_000;

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;

/**
 * Kills a server with SIGKILL again and again while documents are stored, replaced, deleted and loaded in bulk, and after each time
 * compares the files with what was acknowledged.
 * @returns whether nothing was lost, all is whole, and every start took less than its limit
 */
export async function killEmbedded(kills: number): Promise<boolean> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'touchstone-chaos-'));
  const expected = new Expected();
  const startsMs: number[] = [];
  const lost: string[] = [];
  let server: Server | undefined;
  try {
    for (let round = 0; round < kills; round++) {
      server = await startServer(dataFolder);
      // The first start makes the store.
      if (round > 0) startsMs.push(server.readyMs);
      const { killedAfterMs, contradictions, stored } = await killWhileWriting(server, { dataFolder, round, expected });
      lost.push(...contradictions);
      console.log(
        `kill ${round + 1}, ready after ${server.readyMs.toFixed(0)} ms, killed ${killedAfterMs} ms later: ${stored} documents, ${expected.acknowledged} writes acknowledged so far` +
          (contradictions.length > 0 ? `, LOST ${contradictions.join(', ')}` : ''),
      );
    }
    server = await startServer(dataFolder);
    startsMs.push(server.readyMs);
    const unfound = await notFoundWhole(server, dataFolder, [...examine(dataFolder).keys(), ...expected.absent()]);
    const slow = startsMs.filter((ms) => ms >= START_LIMIT_MS).length;
    console.log(
      `${kills} kills: ${expected.acknowledged} writes acknowledged, ${lost.length} lost; ${unfound.length} documents not found whole by searching;` +
        ` next starts p50 ${quantile(startsMs, 0.5).toFixed(0)}, longest ${quantile(startsMs, 1).toFixed(0)} ms, ${slow} of ${startsMs.length} over ${START_LIMIT_MS}`,
    );
    return lost.length === 0 && unfound.length === 0 && slow === 0;
  } finally {
    server?.process.kill('SIGKILL');
    if (server !== undefined) await exitOf(server.process);
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
