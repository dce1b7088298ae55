import { ServerProcess } from './bench-load/server-process.js';
import { type Outcome, soakRequests, steadyLoad } from './soak/steady-load.js';
import { until } from './support/server-calls.js';

const SECONDS = 20;
const PER_SECOND = 15;
/** Connections, and files that SQLite opens on its way. */
const MORE_DESCRIPTORS = 8;

// A short `npm run soak`: an hour shows slow growth, this spec shows immediate failures and open handles.
describe('a service under a steady load', () => {
  it('answers every request, leaves nothing open and has no unhandled failure', async () => {
    // Steps of a busy machine are not cut short: nothing may fail for another reason.
    const server = await ServerProcess.start({ PIPELINE_TIMEOUT_MULTIPLIER: '60' });
    try {
      const outcomes: Outcome[] = [];
      const load = {
        port: server.port,
        connections: 16,
        make: soakRequests(),
        hear: (one: Outcome) => outcomes.push(one),
      };
      await steadyLoad(PER_SECOND, { ...load, seconds: 2 });
      const before = server.descriptors();
      await steadyLoad(PER_SECOND, { ...load, seconds: SECONDS });
      expect(outcomes.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
      expect(outcomes).toHaveLength(PER_SECOND * (SECONDS + 2));
      // The server hears a moment later that the client has closed its connections.
      const descriptors = await until(
        () => server.descriptors(),
        (count) => count <= before + MORE_DESCRIPTORS,
      );
      expect(descriptors).toBeLessThanOrEqual(before + MORE_DESCRIPTORS);
      expect(server.unhandled()).toEqual([]);
    } finally {
      await server.stop();
    }
  }, 180_000);
});
