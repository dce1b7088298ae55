import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { AdminKey } from '../domain/admin-key.js';
import { mayUse, SCOPES } from '../domain/caller.js';
import { Authenticate } from './authenticate.js';

class FixedKey extends AdminKey {
  constructor(
    readonly required: boolean,
    private readonly key: string,
  ) {
    super();
  }
  matches(key: string): boolean {
    return key === this.key;
  }
}

function refusal(key: string | undefined): DomainError {
  try {
    new Authenticate(new FixedKey(true, 'right')).execute(key);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('was let in');
}

describe('Authenticate', () => {
  it.each([undefined, '', 'anything'])('takes everyone for anonymous where no key is required (%p)', (key) => {
    const caller = new Authenticate(new FixedKey(false, 'right')).execute(key);
    expect(caller).toMatchObject({ id: 'anonymous', filter: UNRESTRICTED });
    expect(SCOPES.every((scope) => mayUse(caller, scope))).toBe(true);
  });

  it('knows the administrator by the key', () => {
    expect(new Authenticate(new FixedKey(true, 'right')).execute('right')).toMatchObject({
      id: 'admin',
      filter: UNRESTRICTED,
    });
  });

  it('refuses a call without a key and says how to send one', () => {
    expect(refusal(undefined)).toMatchObject({
      kind: 'unauthorised',
      message: expect.stringMatching(/needs a key.*X-API-Key/),
    });
  });

  it.each(['', 'wrong', 'RIGHT', 'right '])('refuses the key %j without repeating it', (key) => {
    expect(refusal(key)).toMatchObject({ kind: 'unauthorised', message: expect.stringContaining('not known') });
    expect(refusal('hunter2').message).not.toContain('hunter2');
  });
});

describe('mayUse', () => {
  it('gives a key its own scopes, and admin all of them', () => {
    const caller = { id: 'k', filter: UNRESTRICTED, scopes: new Set(['query'] as const) };
    expect(SCOPES.filter((scope) => mayUse(caller, scope))).toEqual(['query']);
    expect(SCOPES.filter((scope) => mayUse({ ...caller, scopes: new Set(['admin'] as const) }, scope))).toEqual([
      ...SCOPES,
    ]);
    expect(SCOPES.filter((scope) => mayUse({ ...caller, scopes: new Set() }, scope))).toEqual([]);
  });
});
