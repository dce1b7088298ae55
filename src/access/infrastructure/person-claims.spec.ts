import fc from 'fast-check';
import { linkIdIn, personIn } from './person-claims.js';

describe('the claims of a person', () => {
  it('name the person of the directory by exactly this value: with a blank around it, it is that of another', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000', '\ufeff'),
        (id, blank) => {
          fc.pre(id.trim() !== '');
          expect(linkIdIn({ oid: id }, 'oid')).toBe(id);
          for (const other of [blank + id, id + blank]) expect(linkIdIn({ oid: other }, 'oid')).not.toBe(id);
        },
      ),
    );
  });

  it.each([[undefined], [null], [5], [''], [' \n'], [['a']]])('name nobody by %j', (oid) => {
    expect(linkIdIn({ oid }, 'oid')).toBeNull();
  });

  it('name nobody by an address that the provider has not verified', () => {
    expect(linkIdIn({ email: 'a@example.org', email_verified: 'true' }, 'email')).toBeNull();
    expect(personIn({ email: 'a@example.org', preferred_username: 'ann' })).toMatchObject({ userNames: ['ann'] });
  });
});
