import { parseArgs } from 'node:util';
import { measureBursts } from './burst.js';
import { measureMixed } from './mixed.js';
import { measurePauses } from './pauses.js';
import { ServerProcess } from './server-process.js';

const USAGE = `npm run bench:load -- [options]
Starts the server over the samples and asks it over HTTP from another process (extractive unless LLM_PROVIDER says otherwise).
Without options: bursts of requests that are sent at the same time, and what their client sees of answers and refusals.
  --minutes N      instead: N minutes (at most 30) of chats, searches, suggestions and agents; memory and event loop by the
                   minute; exit code 1 where memory is not flat, the loop's p99 is over 50 ms or a failure went unhandled
  --pauses         instead: the pauses of the event loop while invented documents are loaded, the embedding is fitted, many search,
                   and the documents are loaded again (unchanged); Linux only
  --documents N    that many, default 10000
  --connections N  of the mixed load, default 16; of the searches, default 32
  --help`;
const MOST_MINUTES = 30;

/** @returns the exit code */
export async function main(options: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      minutes: { type: 'string' },
      connections: { type: 'string' },
      pauses: { type: 'boolean' },
      documents: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const server = await (values.pauses === true
    ? ServerProcess.start({ SAMPLE_DATA: 'skip' }, true)
    : ServerProcess.start());
  try {
    if (values.pauses === true) {
      const [documents, connections] = [Number(values.documents ?? 10_000), Number(values.connections ?? 32)];
      await measurePauses(server, { documents, connections });
      return 0;
    }
    if (values.minutes === undefined) {
      await measureBursts(server);
      return 0;
    }
    const minutes = Math.max(2, Math.min(MOST_MINUTES, Number(values.minutes)));
    return (await measureMixed(server, { minutes, connections: Number(values.connections ?? 16) })) ? 0 : 1;
  } finally {
    await server.stop();
  }
}
