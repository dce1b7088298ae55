import fc from 'fast-check';
import { isCategoryPath } from '../../shared/domain/category-path.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { readPathParameter } from './document-mapping.js';

const label = fc.oneof(
  fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }),
  fc.constantFrom('AI', '도예', '[old] rules', 'Fees, 2024', "Potter's"),
);
const path = fc.array(label, { minLength: 1, maxLength: 5 }).filter((labels) => isCategoryPath(labels));

describe('readPathParameter', () => {
  it('is undefined when the parameter is absent or empty', () => {
    expect(readPathParameter(undefined)).toBeUndefined();
    expect(readPathParameter('')).toBeUndefined();
  });

  it('reads labels joined by a slash', () => {
    expect(readPathParameter('Harbour/Tides')).toEqual(['Harbour', 'Tides']);
    expect(readPathParameter('Harbour')).toEqual(['Harbour']);
  });

  it('reads a JSON array, also after blanks', () => {
    expect(readPathParameter(' ["Harbour", "Tides"]')).toEqual(['Harbour', 'Tides']);
  });

  it('reads every path that was written as JSON', () => {
    fc.assert(fc.property(path, (labels) => expect(readPathParameter(JSON.stringify(labels))).toEqual(labels)));
  });

  it('reads every path that was joined by slashes, except one that looks like JSON', () => {
    fc.assert(
      fc.property(
        path.filter(([first]) => first?.trimStart().startsWith('[') === false),
        (labels) => expect(readPathParameter(labels.join('/'))).toEqual(labels),
      ),
    );
  });

  it.each(['a//b', '/a', 'a/', '../etc', 'a/b/c/d/e/f', '[]', '["a"', '[1]', '[["a"]]', '["a/b"]', '["../x"]', 'a*'])(
    'refuses %j as invalid input',
    (text) => {
      expect(() => readPathParameter(text)).toThrow(InvalidInputError);
    },
  );

  it('gives the position of the fault', () => {
    expect(() => readPathParameter('["a", 7]')).toThrow('/path/1: a label must be a string');
  });

  it('returns a valid path or refuses, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        try {
          expect(isCategoryPath(readPathParameter(text))).toBe(true);
        } catch (error) {
          if (!(error instanceof InvalidInputError)) throw error;
        }
      }),
    );
  });
});
