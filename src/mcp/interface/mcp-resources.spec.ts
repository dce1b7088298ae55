import fc from 'fast-check';
import { documentIdOf, documentUri } from './mcp-resources.js';

describe('documentUri', () => {
  it('returns the id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), (id) => {
        expect(documentIdOf(documentUri(id))).toBe(id);
      }),
    );
  });

  it.each(['touchstone://documents/', 'touchstone://documents/%E0%A4%A', 'file:///etc/passwd', 'x', ''])(
    'takes %j for no document',
    (uri) => {
      expect(documentIdOf(uri)).toBeUndefined();
    },
  );
});
