import { once } from 'node:events';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

/** A port of this machine on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
