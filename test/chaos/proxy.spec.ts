import { Agent, request } from 'node:http';
import { FakeServer, sendJson } from '../support/fake-server.js';
import { freePort } from '../support/free-port.js';
import { Proxy, PROXY_MISSING, REPLICAS } from './proxy.js';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly localPort: number | undefined;
  readonly body: string;
}

const withProxy = PROXY_MISSING === undefined ? describe : describe.skip;

withProxy('the proxy before several processes', () => {
  const replicas = Array.from({ length: REPLICAS }, () => new FakeServer());
  /** One connection, used again for every request. */
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let proxy: Proxy;

  beforeAll(async () => {
    const addresses = await Promise.all(replicas.map((replica) => replica.start()));
    for (const replica of replicas)
      replica.respond = (response) => {
        sendJson(response, 200, {});
      };
    const ports = addresses.map((address) => Number(new URL(address).port));
    proxy = await Proxy.start(await freePort(), ports);
  });

  afterAll(async () => {
    agent.destroy();
    proxy.close();
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  const send = (method: string, path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(`${proxy.url}${path}`, { method, agent }, (response) => {
        const localPort = response.socket.localPort;
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (body += part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], localPort, body });
        });
      });
      sent.on('error', reject);
      sent.end();
    });

  /** Whichever is asked next dies in the middle of it, once. */
  const dieOnce = (path: string) => {
    let hasDied = false;
    for (const replica of replicas)
      replica.respond = (response, call) => {
        if (call.path !== path || hasDied) sendJson(response, 200, {});
        else {
          hasDied = true;
          response.destroy();
        }
      };
  };
  const askedFor = (path: string) => replicas.flatMap(({ calls }) => calls.filter((call) => call.path === path)).length;

  it('tells a client whose process died to ask again, also on a connection that was used before', async () => {
    const first = await send('POST', '/chat/run?first');
    expect(first.status).toBe(200);
    dieOnce('/chat/run?second');
    const second = await send('POST', '/chat/run?second');
    expect(second).toMatchObject({ status: 503, retryAfter: '1' });
    expect(JSON.parse(second.body)).toMatchObject({ type: 'urn:touchstone:problem:not-ready', status: 503 });
    expect(second.localPort).toBe(first.localPort);
    expect(askedFor('/chat/run?second')).toBe(1);
  });

  it('asks another process where nothing is changed by it', async () => {
    for (const [method, path] of [
      ['GET', '/documents/a'],
      ['POST', '/search'],
    ] as const) {
      dieOnce(path);
      expect((await send(method, path)).status).toBe(200);
      expect(askedFor(path)).toBe(2);
    }
  });

  it('leaves clients their connections', async () => {
    const ports = new Set<number | undefined>();
    for (let i = 0; i < 3; i++) ports.add((await send('GET', `/documents/${i}`)).localPort);
    expect(ports.size).toBe(1);
  });
});
