import { prefixesFor } from './text-prefixes.js';

describe('prefixesFor', () => {
  it.each(['intfloat/multilingual-e5-small', 'intfloat/e5-base-v2', '/models/My_E5_tuned', 'e5'])(
    'knows %s as an e5',
    (model) => {
      expect(prefixesFor(model)).toEqual({ query: 'query: ', passage: 'passage: ' });
    },
  );

  it.each(['BAAI/bge-m3', 'some/mace5', 'some/e50-model', '/srv/cache5/model'])('adds nothing for %s', (model) => {
    expect(prefixesFor(model)).toEqual({ query: '', passage: '' });
  });

  it('writes an instruction before questions only, for an e5 that was tuned for them', () => {
    const prefixes = prefixesFor('intfloat/multilingual-e5-large-instruct');
    expect(prefixes.query).toMatch(/^Instruct: .*\nQuery: $/u);
    expect(prefixes.passage).toBe('');
  });
});
