import { Agent, request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { FakeServer, sendJson } from '../support/fake-server.js';
import { freePort } from '../support/free-port.js';
import { Proxy, PROXY_MISSING, REPLICAS } from './proxy.js';
import { describeUnless } from '../support/lacking.js';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly localPort: number | undefined;
  readonly body: string;
}

describeUnless(PROXY_MISSING, 'the proxy before several processes', () => {
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

  const send = (method: string, path: string, body?: object): Promise<Answer> =>
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
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });

  /** The next server that gets a request dies during it, once. */
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
  /** The proxy's own checks come between at any time. */
  const callsOf = (path: string) => replicas.flatMap(({ calls }) => calls.filter((call) => call.path === path));
  const askedFor = (path: string) => callsOf(path).length;

  it('asks a client whose process died to retry, also on a connection that was used before', async () => {
    const first = await send('POST', '/feedback?first');
    expect(first.status).toBe(200);
    dieOnce('/feedback?second');
    const second = await send('POST', '/feedback?second');
    expect(second).toMatchObject({ status: 503, retryAfter: '1' });
    expect(JSON.parse(second.body)).toMatchObject({ type: 'urn:touchstone:problem:not-ready', status: 503 });
    expect(second.localPort).toBe(first.localPort);
    expect(askedFor('/feedback?second')).toBe(1);
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

  it.each([
    ['a document that has its name', '/documents', { title: 'a', document_id: 'a' }, true],
    ['a document without a name', '/documents', { title: 'a' }, false],
    [
      'a document whose name may stand further behind',
      '/documents',
      { text: 'a'.repeat(20_000), document_id: 'a' },
      false,
    ],
    ['a document that names itself inside of something else', '/documents', { metadata: { document_id: 'a' } }, false],
    ['a question', '/chat/run', { message: 'a' }, true],
    ['a question in a conversation', '/chat/run', { message: 'a', conversation_id: 'c' }, false],
    ['a question by the interface of OpenAI', '/v1/chat/completions', { model: 'default', messages: [] }, true],
    ['feedback', '/cbr/feedback', { log_id: 'a', document_id: 'a' }, false],
  ])('%s', async (_name, path, body, isAskedAgain) => {
    for (const replica of replicas) replica.calls.length = 0;
    dieOnce(path);
    const answer = await send('POST', path, body);
    expect(answer.status).toBe(isAskedAgain ? 200 : 503);
    const got = callsOf(path).map((call) => call.body);
    expect(got).toHaveLength(isAskedAgain ? 2 : 1);
    expect(got.every((one) => isDeepStrictEqual(one, body))).toBe(true);
  });

  it('leaves clients their connections', async () => {
    const ports = new Set<number | undefined>();
    for (let i = 0; i < 3; i++) ports.add((await send('GET', `/documents/${i}`)).localPort);
    expect(ports.size).toBe(1);
  });
});
