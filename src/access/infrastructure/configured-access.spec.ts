import fc from 'fast-check';
import { readEnvironment } from '../../config/environment.js';
import { ConfiguredAdminKey } from './configured-access.js';

const KEY = '열쇠-key-of-16-characters';

describe('ConfiguredAdminKey', () => {
  it('is required in the mode api-key only', () => {
    expect(new ConfiguredAdminKey(readEnvironment({})).required).toBe(false);
    expect(new ConfiguredAdminKey(readEnvironment({ ADMIN_API_KEY: KEY })).required).toBe(false);
    expect(new ConfiguredAdminKey(readEnvironment({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY })).required).toBe(true);
  });

  it('matches itself and nothing else', () => {
    const key = new ConfiguredAdminKey(readEnvironment({ AUTH_MODE: 'api-key', ADMIN_API_KEY: KEY }));
    expect(key.matches(KEY)).toBe(true);
    for (const other of ['', KEY.slice(0, -1), `${KEY} `, KEY.toUpperCase()]) expect(key.matches(other)).toBe(false);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (other) => key.matches(other) === (other === KEY)));
  });

  it('matches nothing when none is configured', () => {
    const key = new ConfiguredAdminKey(readEnvironment({}));
    for (const other of ['', 'undefined', 'null']) expect(key.matches(other)).toBe(false);
  });
});
