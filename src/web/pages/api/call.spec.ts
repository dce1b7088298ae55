import { CallError, problemOf, query, readAs } from './call.js';
import { object, text } from './shape.js';

describe('query', () => {
  it('writes the given parameters and omits undefined ones', () => {
    expect(query({ q: '휴학 & 복학', limit: 25, cursor: null, path: undefined, mode: '' })).toBe(
      '?q=%ED%9C%B4%ED%95%99+%26+%EB%B3%B5%ED%95%99&limit=25',
    );
    expect(query({ cursor: null })).toBe('');
  });
});

describe('problemOf', () => {
  it('returns the problem of the response', () => {
    const body = JSON.stringify({ detail: 'Too long.', request_id: 'r1', errors: [{ pointer: '/q', detail: 'long' }] });
    const problem = problemOf(422, body, '7');
    expect(problem).toBeInstanceOf(CallError);
    expect(problem).toMatchObject({ message: 'Too long.', status: 422, requestId: 'r1', retryAfter: '7' });
    expect(problem.faults).toEqual([{ pointer: '/q', detail: 'long' }]);
  });

  it('returns the status if the body is not a problem, as from a proxy', () => {
    expect(problemOf(502, '<html>', null)).toMatchObject({ message: 'HTTP 502', status: 502, faults: [] });
  });
});

describe('readAs', () => {
  it('fails for a response of another shape, and for one that is not valid JSON', () => {
    const shape = object({ name: text });
    expect(readAs(shape, '{"name":"Ann"}')).toEqual({ name: 'Ann' });
    expect(() => readAs(shape, '{"name":1}')).toThrow(CallError);
    expect(() => readAs(shape, '<html>')).toThrow(CallError);
  });
});
