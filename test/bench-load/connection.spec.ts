import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from './connection.js';

/** Milliseconds; a server tells whole seconds of it. Long enough that no test has to be quick. */
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

  it('is left alone before the server closes it for being idle', async () => {
    // The clock goes on when the test says so: a timer may ring a moment early by this clock, and a busy machine rings late.
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
      // Each answer has the connection kept anew.
      expect((await connection.send({ path: '/', body: {} })).status).toBe(200);
      expect(connection.isUsable).toBe(true);
    } finally {
      connection.close();
    }
  });
});
