import { parentPort, workerData } from 'node:worker_threads';
import { EngineAnswer, EngineCall, EngineReply } from './engine-protocol.js';
import { SearchEngine } from './search-engine.js';

/** How soon the index takes what was written while nobody searched. */
const FOLLOW_EVERY_MS = 200;

async function answer(engine: SearchEngine, call: EngineCall): Promise<EngineAnswer> {
  const { id } = call;
  switch (call.method) {
    case 'rank':
      return { id, method: 'rank', value: await engine.rank(call.argument) };
    case 'embed':
      return { id, method: 'embed', value: await engine.embed(call.argument) };
    case 'served':
      return { id, method: 'served', value: await engine.served() };
  }
}

function reply(message: EngineReply): void {
  parentPort?.postMessage(message);
}

async function serve(engine: SearchEngine, call: EngineCall): Promise<void> {
  try {
    reply({ kind: 'answer', answer: await answer(engine, call) });
  } catch (error) {
    reply({ kind: 'failure', id: call.id, message: error instanceof Error ? error.message : String(error) });
  }
}

const file: unknown = workerData;
if (typeof file !== 'string') throw new Error('The search thread needs the path of the database.');
const engine = await SearchEngine.open(file, {
  onChange: () => reply({ kind: 'changed' }),
  onDamage: (reason) => reply({ kind: 'damaged', reason }),
});
parentPort?.on('message', (call: EngineCall) => void serve(engine, call));
setInterval(() => {
  try {
    engine.follow();
  } catch {
    // The next search meets the same fault and reports it to its caller.
  }
}, FOLLOW_EVERY_MS);
reply({ kind: 'ready' });
