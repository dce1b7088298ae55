import { ServerProcess } from './bench-load/server-process.js';
import { type Outcome, soakRequests, steadyLoad } from './soak/steady-load.js';

const SECONDS = 20;
const PER_SECOND = 15;
const CONNECTIONS = 16;
/** Connections that the first seconds had no need of, and files that SQLite opens on its way; a leak would be one for each of 300 requests. */
const MORE_DESCRIPTORS = CONNECTIONS + 8;

// `npm run soak` in short: an hour tells whether something grows slowly, this tells whether something fails or stays open at once.
describe('a service under a steady load', () => {
  it('answers every request, leaves nothing open and has no failure that nobody handled', async () => {
    const server = await ServerProcess.start();
    try {
      const outcomes: Outcome[] = [];
      const load = {
        port: server.port,
        connections: CONNECTIONS,
        make: soakRequests(),
        hear: (one: Outcome) => outcomes.push(one),
      };
      await steadyLoad(PER_SECOND, { ...load, seconds: 2 });
      const before = server.descriptors();
      await steadyLoad(PER_SECOND, { ...load, seconds: SECONDS });
      expect(outcomes.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
      expect(outcomes).toHaveLength(PER_SECOND * (SECONDS + 2));
      expect(server.descriptors()).toBeLessThanOrEqual(before + MORE_DESCRIPTORS);
      expect(server.unhandled()).toEqual([]);
    } finally {
      await server.stop();
    }
  }, 180_000);
});
