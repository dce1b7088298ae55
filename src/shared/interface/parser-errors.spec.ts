import type { Socket } from 'node:net';
import fastify from 'fastify';
import { answerClientError, answerFrameworkError } from './parser-errors.js';

function answered(error: unknown, state = { destroyed: false, writable: true }): string {
  let written = '';
  const socket = { ...state, end: (text: string) => (written += text) };
  answerClientError(error, socket as unknown as Socket);
  return written;
}

describe('answerClientError', () => {
  it.each([
    [{ code: 'HPE_INVALID_METHOD' }, 400, 'Bad Request'],
    [{ code: 'HPE_HEADER_OVERFLOW' }, 431, 'Request Header Fields Too Large'],
    [{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, 408, 'Request Timeout'],
    [new Error('odd'), 400, 'Bad Request'],
    [undefined, 400, 'Bad Request'],
  ])('answers %p with %i', (error, status, title) => {
    const [head = '', body = ''] = answered(error).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status} ${title}`);
    expect(head).toContain('content-type: application/problem+json; charset=utf-8');
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toMatchObject({ type: 'urn:touchstone:problem:unparsable', title, status, instance: '/' });
  });

  it('says nothing of what was sent', () => {
    expect(
      answered(Object.assign(new Error('secret'), { code: 'HPE_INVALID_URL', rawPacket: 'secret' })),
    ).not.toContain('secret');
  });

  it('writes nothing to a socket that is gone', () => {
    expect(answered(new Error('x'), { destroyed: true, writable: true })).toBe('');
    expect(answered(new Error('x'), { destroyed: false, writable: false })).toBe('');
  });
});

describe('answerFrameworkError', () => {
  it('answers a URL that is not properly encoded with a problem', async () => {
    const server = fastify({ frameworkErrors: answerFrameworkError });
    server.get('/documents/:id', () => 'found');
    const response = await server.inject({ method: 'GET', url: '/documents/%zz' });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toMatchObject({
      status: 400,
      type: 'urn:touchstone:problem:unparsable',
      request_id: expect.any(String),
    });
    await server.close();
  });

  it('says of a name that is too long that it is too long, and lets nothing be taken for a page', async () => {
    const server = fastify({ frameworkErrors: answerFrameworkError, routerOptions: { maxParamLength: 20 } });
    server.get('/documents/:id', () => 'found');
    for (const [name, status] of [
      ['x'.repeat(21), 414],
      ['%zz', 400],
    ] as const) {
      const response = await server.inject({ method: 'GET', url: `/documents/${name}` });
      expect([response.statusCode, response.json().status]).toEqual([status, status]);
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      });
    }
    await server.close();
  });
});
