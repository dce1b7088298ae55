import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from './connection.js';

/** Milliseconds; a server sends whole seconds. Long enough for a slow test run. */
const KEPT_MS = 60_000;

describe('Connection', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => response.end('{}'));
    });
    server.keepAliveTimeout = KEPT_MS;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());
  afterEach(() => jest.restoreAllMocks());

  it('is not used shortly before the server closes it as idle', async () => {
    // The test advances the clock: a real timer may fire early by this clock, and late on a busy machine.
    let nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const connection = await Connection.open((server.address() as AddressInfo).port);
    try {
      expect((await connection.send({ path: '/', body: {} })).status).toBe(200);
      expect(connection.isUsable).toBe(true);
      nowMs += KEPT_MS - 1_001;
      expect(connection.isUsable).toBe(true);
      nowMs += 1;
      expect(connection.isUsable).toBe(false);
      // Each answer restarts the keep-alive timeout.
      expect((await connection.send({ path: '/', body: {} })).status).toBe(200);
      expect(connection.isUsable).toBe(true);
    } finally {
      connection.close();
    }
  });
});
