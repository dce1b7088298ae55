import { DomainError, TryLaterError } from '../../../domain/domain-error.js';
import { postgresFault } from './postgres-fault.js';

const failed = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('faults of the shared store', () => {
  it.each(['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET'])('%s: try again later', (code) => {
    expect(postgresFault(failed(code))).toBeInstanceOf(TryLaterError);
    expect(postgresFault(failed(code))?.code).toBe('store-unreachable');
  });

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])('%s', (message) => {
    expect(postgresFault(new Error(message))?.code).toBe('store-unreachable');
  });

  it('recognises an address without a responding host', () => {
    expect(postgresFault(new AggregateError([failed('ECONNREFUSED')]))?.code).toBe('store-unreachable');
  });

  it.each([
    ['53100', 'no-space', 'disk-full'],
    ['40P01', 'not-ready', 'store-locked'],
    ['57014', 'not-ready', 'store-slow'],
    ['25006', 'not-ready', 'store-unwritable'],
    ['22021', 'invalid', 'invalid-input'],
  ])('%s is %s (%s)', (code, kind, name) => {
    expect(postgresFault(failed(code))).toMatchObject({ kind, code: name });
  });

  it('returns a refusal of this program unchanged, and does not convert an internal error', () => {
    const refusal = new DomainError('conflict', 'conflict', 'x');
    expect(postgresFault(refusal)).toBe(refusal);
    expect(postgresFault(failed('42601', 'syntax error'))).toBeUndefined();
    expect(postgresFault(new TypeError('x is not a function'))).toBeUndefined();
  });
});
