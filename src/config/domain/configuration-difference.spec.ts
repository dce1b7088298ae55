import { configurationChanges } from './configuration-difference.js';

describe('the difference of two configurations', () => {
  it('names changed members by their pointer', () => {
    const before = { pipeline: { hyde: { enabled: true, vague_words: 2 } }, old: 1 };
    const after = { pipeline: { hyde: { enabled: true, vague_words: 3 } }, 'a/b': 1 };
    expect(configurationChanges(before, after)).toEqual([
      { pointer: '/pipeline/hyde/vague_words', before: 2, after: 3 },
      { pointer: '/old', before: 1, after: undefined },
      { pointer: '/a~1b', before: undefined, after: 1 },
    ]);
    expect(configurationChanges(before, { ...before })).toEqual([]);
  });

  it('names the values that lists gained and lost, wherever they are', () => {
    const before = { groups: [{ words: ['기숙사', '생활관'] }, { words: ['fee', 'charge'] }] };
    const after = { groups: [{ words: ['fee', 'charge'] }, { words: ['기숙사', '긱사'] }] };
    expect(configurationChanges(before, after)).toEqual([
      { pointer: '/groups', before: { words: ['기숙사', '생활관'] }, after: undefined },
      { pointer: '/groups', before: undefined, after: { words: ['기숙사', '긱사'] } },
    ]);
    expect(configurationChanges(['a', 'b'], ['b', 'a'])).toEqual([
      { pointer: '', before: ['a', 'b'], after: ['b', 'a'] },
    ]);
  });
});
