import dns from 'node:dns';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Logger } from '@nestjs/common';
import { FakeServer, sendJson } from '../../../../test/support/fake-server.js';
import { OutgoingClient } from './outgoing-client.js';
import { BROKEN_OFF, OutgoingError, REDIRECTED, UNREACHABLE } from './outgoing-failure.js';

type Callback = (error: Error | null, addresses: readonly { address: string; family: number }[]) => void;

let server: FakeServer;
let base: string;
beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  server = new FakeServer();
  base = await server.start();
});
afterEach(() => server.stop());

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return (error as OutgoingError).message;
}
const listening = (own: Server) =>
  new Promise<number>((resolve) => own.listen(0, '127.0.0.1', () => resolve((own.address() as { port: number }).port)));

/** Names that the specs resolve themselves; each question takes the next answer. */
function resolving(names: Readonly<Record<string, string[]>>) {
  const real = dns.lookup;
  const fake = (name: string, ...rest: unknown[]) => {
    const addresses = names[name];
    if (addresses === undefined) return Reflect.apply(real, dns, [name, ...rest]);
    const address = addresses.length > 1 ? addresses.shift() : addresses[0];
    (rest.at(-1) as Callback)(null, [{ address: address ?? '', family: 4 }]);
  };
  dns.lookup = fake as typeof dns.lookup;
  return () => {
    dns.lookup = real;
  };
}

describe('a request to another server', () => {
  it('sends method, headers and body, and gives status, headers and body back', async () => {
    server.respond = (response) => sendJson(response, 201, { ok: true }, { 'x-id': '7' });
    const response = await new OutgoingClient().fetch(`${base}/v1/x?y=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer s' },
      body: '{"a":1}',
    });
    expect([response.status, response.headers.get('x-id'), await response.json()]).toEqual([201, '7', { ok: true }]);
    expect(server.calls[0]).toMatchObject({ method: 'POST', path: '/v1/x?y=1', body: { a: 1 } });
    expect(server.calls[0]?.headers).toMatchObject({ authorization: 'Bearer s', 'accept-encoding': 'identity' });
  });

  it('takes a Request, and answers without a body', async () => {
    server.respond = (response) => response.writeHead(204).end();
    const response = await new OutgoingClient().fetch(new Request(`${base}/`, { method: 'PUT', body: '[1]' }));
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(server.calls[0]).toMatchObject({ method: 'PUT', body: [1] });
  });

  it('uses a kept connection again, and repeats a request whose kept connection was closed meanwhile', async () => {
    const sockets: { destroy(): void }[] = [];
    server.respond = (response) => {
      if (response.socket !== null) sockets.push(response.socket);
      sendJson(response, 200, {});
    };
    const client = new OutgoingClient();
    await (await client.fetch(base)).text();
    await (await client.fetch(base)).text();
    expect(sockets[0]).toBe(sockets[1]);
    sockets[0]?.destroy();
    expect((await client.fetch(base, { method: 'POST', body: '{}' })).status).toBe(200);
  });

  it('ends with the reason of its caller when that aborts', async () => {
    server.respond = () => undefined;
    const controller = new AbortController();
    const asked = new OutgoingClient().fetch(base, { signal: controller.signal }).catch((e: unknown) => e);
    const reason = new Error('not wanted any more');
    controller.abort(reason);
    expect(await asked).toBe(reason);
  });
});

describe('a redirect', () => {
  const to = (location: string, status: number) => {
    server.respond = (response, call, count) =>
      count === 1 ? response.writeHead(status, { location }).end() : sendJson(response, 200, { path: call.path });
  };

  it.each([301, 302, 303, 307, 308])('of a GET on the same origin is followed: %d', async (status) => {
    to('/elsewhere?b=2', status);
    const response = await new OutgoingClient().fetch(`${base}/a`);
    expect([response.url, await response.json()]).toEqual([`${base}/elsewhere?b=2`, { path: '/elsewhere?b=2' }]);
  });

  it.each([307, 308])('of a POST that keeps it a POST is followed with its body: %d', async (status) => {
    to('/again', status);
    await new OutgoingClient().fetch(base, { method: 'POST', body: '{"a":1}' });
    expect(server.calls[1]).toMatchObject({ method: 'POST', path: '/again', body: { a: 1 } });
  });

  it.each([301, 302, 303])('that would turn a POST into a GET is refused: %d', async (status) => {
    to('/again', status);
    expect(await failureOf(new OutgoingClient().fetch(base, { method: 'POST', body: '{}' }))).toBe(REDIRECTED);
    expect(server.calls).toHaveLength(1);
  });

  it.each([
    ['another host', () => base.replace('127.0.0.1', 'localhost')],
    ['another port', () => 'http://127.0.0.1:9/'],
    ['another scheme', () => base.replace('http:', 'https:')],
    ['a metadata service', () => 'http://169.254.169.254/latest'],
    ['a file', () => 'file:///etc/passwd'],
    ['no URL', () => 'http://'],
  ])('to %s is refused, with the secret sent nowhere', async (_, location) => {
    to(location(), 307);
    const headers = { authorization: 'Bearer s' };
    expect(await failureOf(new OutgoingClient().fetch(base, { headers }))).toBe(REDIRECTED);
    expect(server.calls).toHaveLength(1);
  });

  it('that leads round in a circle ends', async () => {
    server.respond = (response) => response.writeHead(302, { location: '/again' }).end();
    expect(await failureOf(new OutgoingClient().fetch(base))).toBe(REDIRECTED);
    expect(server.calls).toHaveLength(6);
  });
});

describe('an answer', () => {
  it('past the limit of bytes ends with an error, and the connection is closed', async () => {
    server.respond = (response) => {
      response.writeHead(200);
      const more = () => {
        // A turn of the event loop between two writes: their callbacks alone would keep the close from being noticed.
        if (!response.destroyed) response.write('x'.repeat(10_000), () => setImmediate(more));
      };
      more();
    };
    const response = await new OutgoingClient({ maxBytes: 50_000 }).fetch(base);
    expect(await failureOf(response.text())).toBe('the answer is larger than 50000 bytes');
    expect(await server.calls[0]?.aborted).toBe(true);
  });

  it('that does not come to its end within the limit of time is closed', async () => {
    server.respond = (response) => response.writeHead(200).write('begun');
    const response = await new OutgoingClient({ timeoutMs: 3_000 }).fetch(base);
    expect(await failureOf(response.text())).toBe(BROKEN_OFF);
  });

  it('that breaks off says so', async () => {
    server.respond = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun');
      setImmediate(() => response.destroy());
    };
    const response = await new OutgoingClient().fetch(base);
    expect(await failureOf(response.text())).toBe(BROKEN_OFF);
  });
});

describe('failures to connect', () => {
  it('read the same for a closed port, an unknown name, a time-out, a foreign certificate, no HTTP and a forbidden address', async () => {
    const silent = createServer(() => undefined);
    const foreign = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9\r\n'));
    const tls = createTlsServer((socket) => socket.end());
    const ports = await Promise.all([silent, foreign, tls].map(listening));
    const restore = resolving({ 'rebound.test': ['169.254.169.254'] });
    try {
      const client = new OutgoingClient({ timeoutMs: 300 });
      const addresses = [
        'http://127.0.0.1:1/',
        'http://names.invalid/',
        `http://127.0.0.1:${ports[0]}/`,
        `http://127.0.0.1:${ports[1]}/`,
        `https://127.0.0.1:${ports[2]}/`,
        'http://169.254.169.254/latest/meta-data',
        'http://2852039166/',
        'http://[::ffff:169.254.169.254]/',
        'http://metadata.google.internal/',
        'http://rebound.test/',
        'http://user:password@127.0.0.1:1/',
        'ftp://127.0.0.1/',
      ];
      const words = await Promise.all(addresses.map((address) => failureOf(client.fetch(address))));
      expect(new Set(words)).toEqual(new Set([UNREACHABLE]));
    } finally {
      restore();
      for (const one of [silent, foreign, tls]) one.close();
    }
  });
});

describe('a name', () => {
  it('is checked by the address that the connection is made to, each time again (DNS rebinding)', async () => {
    const { port } = new URL(base);
    server.respond = (response) => {
      response.shouldKeepAlive = false;
      sendJson(response, 200, {});
    };
    const restore = resolving({ 'rebinding.test': ['127.0.0.1', '169.254.169.254'] });
    try {
      const client = new OutgoingClient();
      expect((await client.fetch(`http://rebinding.test:${port}/`)).status).toBe(200);
      expect(await failureOf(client.fetch(`http://rebinding.test:${port}/`))).toBe(UNREACHABLE);
    } finally {
      restore();
    }
  });

  it('that resolves to an address which the client refuses besides is refused, and so is the address itself', async () => {
    const { port } = new URL(base);
    const isRefused = (address: string, at: number) => address === '127.0.0.1' && at === Number(port);
    const restore = resolving({ 'own.test': ['127.0.0.1'] });
    try {
      const client = new OutgoingClient({ isRefused });
      expect(await failureOf(client.fetch(`http://own.test:${port}/`))).toBe(UNREACHABLE);
      expect(await failureOf(client.fetch(base))).toBe(UNREACHABLE);
      expect(server.calls).toEqual([]);
    } finally {
      restore();
    }
  });
});
