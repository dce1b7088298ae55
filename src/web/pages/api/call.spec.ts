import { CallError, problemOf, query, readAs } from './call.js';
import { object, text } from './shape.js';

describe('query', () => {
  it('writes what is given and leaves the rest out', () => {
    expect(query({ q: '휴학 & 복학', limit: 25, cursor: null, path: undefined, mode: '' })).toBe(
      '?q=%ED%9C%B4%ED%95%99+%26+%EB%B3%B5%ED%95%99&limit=25',
    );
    expect(query({ cursor: null })).toBe('');
  });
});

describe('problemOf', () => {
  it('tells the problem that the server told', () => {
    const body = JSON.stringify({ detail: 'Too long.', request_id: 'r1', errors: [{ pointer: '/q', detail: 'long' }] });
    const problem = problemOf(422, body, '7');
    expect(problem).toBeInstanceOf(CallError);
    expect(problem).toMatchObject({ message: 'Too long.', status: 422, requestId: 'r1', retryAfter: '7' });
    expect(problem.faults).toEqual([{ pointer: '/q', detail: 'long' }]);
  });

  it('tells the status where the answer is no problem, as that of a proxy', () => {
    expect(problemOf(502, '<html>', null)).toMatchObject({ message: 'HTTP 502', status: 502, faults: [] });
  });
});

describe('readAs', () => {
  it('tells an answer of another shape, and one that is no JSON, as a failed call', () => {
    const shape = object({ name: text });
    expect(readAs(shape, '{"name":"Ann"}')).toEqual({ name: 'Ann' });
    expect(() => readAs(shape, '{"name":1}')).toThrow(CallError);
    expect(() => readAs(shape, '<html>')).toThrow(CallError);
  });
});
