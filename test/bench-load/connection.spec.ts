import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from './connection.js';

/** Milliseconds; a server tells whole seconds of it. */
const KEPT_MS = 2_000;

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

  it('is left alone before the server closes it for being idle', async () => {
    const connection = await Connection.open((server.address() as AddressInfo).port);
    try {
      expect((await connection.send({ path: '/', body: {} })).status).toBe(200);
      expect(connection.isUsable).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, KEPT_MS / 2));
      expect(connection.isUsable).toBe(false);
      // The server has not closed it yet: what came now might cross its closing.
      expect((await connection.send({ path: '/', body: {} })).status).toBe(200);
    } finally {
      connection.close();
    }
  });
});
