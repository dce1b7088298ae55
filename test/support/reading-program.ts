/** A program that reads an endless file in a separate process, and prints the id of that process. */
import { ExtractionPool } from '../../src/documents/infrastructure/extraction/extraction-pool.js';

const pool = new ExtractionPool({
  threadUrl: new URL('./misbehaving-worker.js', import.meta.url),
  cpuLimitMs: 600_000,
  timeLimitMs: 600_000,
  memoryMb: 256,
  heapMb: 32,
});
const reply = await pool.run({ format: 'plain', bytes: Buffer.from('v') }, 'a');
void pool.run({ format: 'plain', bytes: Buffer.from('l') }, 'a');
// The bytes are on their way before anybody hears of the process.
setTimeout(() => process.stdout.write(reply.status === 'done' ? reply.text : ''), 200);
