import fastify, { FastifyInstance } from 'fastify';
import fc from 'fast-check';
import { DomainError, InvalidInputError } from '../domain/domain-error.js';
import { BODY_BYTES, DOCUMENT_BODY_BYTES, parseJson, registerBodyParsers } from './body-parsers.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

function refusal(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('was not refused');
}

describe('parseJson', () => {
  it('reads what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(text));
        expect(JSON.stringify(parseJson(bytes(text)))).toBe(text);
      }),
    );
  });

  it('keeps Korean, emoji and decomposed text as they are', () => {
    const text = `휴학 😀 ${'휴학'.normalize('NFD')}`;
    expect(parseJson(bytes(JSON.stringify({ text })))).toEqual({ text });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(refusal(() => parseJson(Uint8Array.of(0x22, 0xb0, 0xa1, 0x22)))).toMatchObject({
      kind: 'unparsable',
      message: expect.stringContaining('UTF-8'),
    });
  });

  it('refuses invalid JSON, without repeating it', () => {
    const error = refusal(() => parseJson(bytes('{"password": hunter2}')));
    expect(error.kind).toBe('unparsable');
    expect(error.message).not.toContain('hunter2');
  });

  it('takes 32 levels and refuses a thousand, or a hundred thousand, with one fault', () => {
    expect(() => parseJson(bytes(nested(32)))).not.toThrow();
    for (const depth of [33, 1_000, 100_000]) {
      const { kind, faults } = refusal(() => parseJson(bytes(nested(depth))));
      expect([kind, faults]).toEqual(['invalid', [{ pointer: '', detail: expect.stringContaining('32 levels') }]]);
    }
  });

  it('refuses a bomb of small objects with one fault', () => {
    expect(refusal(() => parseJson(bytes(`{"a":[${'{},'.repeat(100_000)}{}]}`))).faults).toHaveLength(1);
  });

  it('refuses any bytes with the same kind of error, never another', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (body) => {
        try {
          parseJson(body);
        } catch (error) {
          expect(error).toMatchObject({ kind: 'unparsable' });
        }
      }),
    );
  });
});

describe('registerBodyParsers', () => {
  let server: FastifyInstance;

  beforeAll(async () => {
    server = fastify();
    registerBodyParsers(server);
    server.setErrorHandler((error, _request, reply) => {
      const kind = error instanceof DomainError ? error.kind : (error as { code?: string }).code;
      return reply.status(400).send({ kind });
    });
    for (const url of ['/search', '/documents', '/v1/chat/completions'])
      server.post(url, (request) => ({ got: request.body ?? 'nothing' }));
    await server.ready();
  });
  afterAll(() => server.close());

  const post = async (url: string, payload: string | Buffer, type = 'application/json') =>
    (await server.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).json<unknown>();

  it('reads an object or a list', async () => {
    expect(await post('/search', '{"a":1}')).toEqual({ got: { a: 1 } });
    expect(await post('/search', '[1]', 'application/json; charset=utf-8')).toEqual({ got: [1] });
  });

  it('treats an empty body as no body', async () => {
    expect(await post('/search', '')).toEqual({ got: 'nothing' });
  });

  it.each(['1', '"text"', 'null', 'true'])('refuses the body %s as invalid', async (body) => {
    expect(await post('/search', body)).toEqual({ kind: 'invalid' });
  });

  it('takes a larger body for documents than elsewhere', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(BODY_BYTES) });
    expect(await post('/search', body)).toEqual({ kind: 'too-large' });
    expect(await post('/search?/documents', body)).toEqual({ kind: 'too-large' });
    expect(await post('/documents?x=1', body)).toEqual({ got: JSON.parse(body) });
  });

  it('refuses a document body above its limit', async () => {
    expect(await post('/documents', `{"text":"${'x'.repeat(DOCUMENT_BODY_BYTES)}"}`)).toEqual({ kind: 'too-large' });
  });

  it('holds the limit however the content type is spelled', async () => {
    expect(await post('/search', JSON.stringify({ text: 'x'.repeat(BODY_BYTES) }), 'Application/JSON')).toEqual({
      kind: 'too-large',
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])('does not take %s', async (type) => {
    expect(await post('/search', 'a=1', type)).toEqual({ kind: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' });
  });

  it.each([
    ['{"__proto__":{"a":1}}', ['/__proto__']],
    ['{"a":[{"constructor":"x"}],"b/c":{"prototype":null}}', ['/a/0/constructor', '/b~1c/prototype']],
  ])('refuses members that would be taken for the class of the object: %s', (text, pointers) => {
    const read = () => parseJson(Buffer.from(text));
    expect(read).toThrow(InvalidInputError);
    try {
      read();
    } catch (error) {
      expect((error as InvalidInputError).faults.map(({ pointer }) => pointer)).toEqual(pointers);
    }
  });

  it('drops them on routes of external protocols, where clients may send any member', async () => {
    const payload = '{"__proto__":{"a":1},"messages":[{"constructor":"x","content":"constructor"}]}';
    const headers = { 'content-type': 'application/json' };
    const response = await server.inject({ method: 'POST', url: '/v1/chat/completions', payload, headers });
    expect(response.body).toBe('{"got":{"messages":[{"content":"constructor"}]}}');
  });
});
