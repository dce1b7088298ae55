import { Rfc9535Paths } from './rfc9535-paths.js';

const paths = new Rfc9535Paths();
const VALUE = {
  output: [
    { type: 'reasoning', content: [{ text: 'hm' }] },
    { type: 'message', content: [{ text: 'Yes.' }] },
  ],
  hits: [{ text: 'a' }, { text: 'b' }],
  'a b': 1,
};

describe('a path in the answer of a target', () => {
  it.each([
    ['$.hits[0].text', 'a'],
    ['$.hits[*].text', ['a', 'b']],
    ['$.output[?@.type == "message"].content[0].text', ['Yes.']],
    ['$..text', ['hm', 'Yes.', 'a', 'b']],
    ["$['a b']", 1],
    ['$.nothing', undefined],
    ['$.hits[*].nothing', undefined],
    ['/hits/1/text', 'b'],
    ['hits[1].text', 'b'],
  ])('%s is accepted', (path, found) => {
    expect(paths.isPath(path)).toBe(true);
    const value = paths.valueAt(VALUE, path);
    if (path === '$..text') expect(new Set(value as string[])).toEqual(new Set(found as string[]));
    else expect(value).toEqual(found);
  });

  it.each(['$.', '$[', 'a..b', '$..a..b', '$[?match(@.a, "(a+)+")]', '$[?search(@.a, "b")]', '$.hits[?@.x ==]'])(
    '%s is refused: it has another form, a regular expression, or visits everything twice',
    (path) => {
      expect(paths.isPath(path)).toBe(false);
      expect(paths.valueAt(VALUE, path)).toBeUndefined();
    },
  );

  it('is evaluated in deeply nested values without a stack overflow', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 5_000; i++) deep = { a: deep };
    expect(() => paths.valueAt(deep, '$..b')).not.toThrow();
  });
});
