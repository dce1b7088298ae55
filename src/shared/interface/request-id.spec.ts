import fc from 'fast-check';
import { requestId } from './request-id.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

describe('requestId', () => {
  it.each(['a', 'req-1', 'user@host:1.2_3', 'x'.repeat(128)])('keeps the harmless id %s', (id) => {
    expect(requestId({ headers: { 'x-request-id': id } })).toBe(id);
  });

  it.each(['', ' a', 'a b', 'a\nb', 'a\r\nset-cookie: x', 'x'.repeat(129), '<script>', '"', '한글'])(
    'makes a new id in place of %j',
    (id) => {
      expect(requestId({ headers: { 'x-request-id': id } })).toMatch(UUID);
    },
  );

  it('takes the trace id of traceparent when there is no id', () => {
    expect(requestId({ headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } })).toBe(TRACE);
    expect(requestId({ headers: { 'x-request-id': 'mine', traceparent: `00-${TRACE}-b7ad6b7169203331-01` } })).toBe(
      'mine',
    );
  });

  it.each(['', TRACE, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`])(
    'passes over the traceparent %j',
    (traceparent) => {
      expect(requestId({ headers: { traceparent } })).toMatch(UUID);
    },
  );

  it('gives each request without one an id of its own', () => {
    expect(requestId({ headers: {} })).not.toBe(requestId({ headers: {} }));
  });

  it('is safe to put into a header and a log line, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (id, traceparent) => {
        expect(requestId({ headers: { 'x-request-id': id, traceparent } })).toMatch(/^[\w.:@-]{1,128}$/);
      }),
    );
  });
});
