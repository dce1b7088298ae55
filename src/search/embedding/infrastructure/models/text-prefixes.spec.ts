import fc from 'fast-check';
import { configuredPrefixes, nameWithPrefixes, prefixesFor, readNameWithPrefixes } from './text-prefixes.js';

const E5 = { query: 'query: ', passage: 'passage: ' };

describe('prefixesFor', () => {
  it.each(['intfloat/multilingual-e5-small', 'intfloat/e5-base-v2', '/models/My_E5_tuned', 'e5'])(
    'recognises %s as an e5',
    (model) => {
      expect(prefixesFor(model)).toEqual(E5);
    },
  );

  it.each([
    'BAAI/bge-m3',
    'some/mace5',
    'some/e50-model',
    '/srv/cache5/model',
    'text-embedding-3-small',
    'all-minilm:latest',
  ])('adds nothing for %s', (model) => {
    expect(prefixesFor(model)).toEqual({ query: '', passage: '' });
  });

  it('writes an instruction before questions only, for an e5 that was tuned for instructions', () => {
    const prefixes = prefixesFor('intfloat/multilingual-e5-large-instruct');
    expect(prefixes.query).toMatch(/^Instruct: .*\nQuery: $/u);
    expect(prefixes.passage).toBe('');
  });

  it.each([
    ['nomic-embed-text:v1.5', 'search_query: ', 'search_document: '],
    ['google/embeddinggemma-300m', 'task: search result | query: ', 'title: none | text: '],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: ', ''],
    ['snowflake-arctic-embed2', 'query: ', ''],
    ['BAAI/bge-small-en-v1.5', 'Represent this sentence for searching relevant passages: ', ''],
    ['snowflake-arctic-embed:137m', 'Represent this sentence for searching relevant passages: ', ''],
  ])('recognises %s by its name', (model, query, passage) => {
    expect(prefixesFor(model)).toEqual({ query, passage });
  });
});

describe('configuredPrefixes', () => {
  it('are those of the model’s name if the settings give none, each by itself', () => {
    expect(configuredPrefixes('e5', {})).toEqual(E5);
    expect(configuredPrefixes('e5', { passage: 'doc: ' })).toEqual({ query: 'query: ', passage: 'doc: ' });
    expect(configuredPrefixes('own', { query: 'q: ' })).toEqual({ query: 'q: ', passage: '' });
  });

  it('are omitted by `none`, and accept a line break', () => {
    expect(configuredPrefixes('e5', { query: 'none', passage: 'none' })).toEqual({ query: '', passage: '' });
    expect(configuredPrefixes('own', { query: 'Find.\\nQuery: ' }).query).toBe('Find.\nQuery: ');
  });
});

describe('nameWithPrefixes', () => {
  it('is the model’s own name without prefixes, and another one for each pair of prefixes', () => {
    expect(nameWithPrefixes('openai:own', { query: '', passage: '' })).toBe('openai:own');
    expect(nameWithPrefixes('e5', E5)).toBe('e5?query=query%3A%20&passage=passage%3A%20');
    expect(nameWithPrefixes('e5', { ...E5, query: 'q' })).not.toBe(nameWithPrefixes('e5', E5));
  });

  it('is parsed again', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (model, query, passage) => {
          fc.pre(!model.includes('?query='));
          expect(readNameWithPrefixes(nameWithPrefixes(model, { query, passage }))).toEqual({
            model,
            prefixes: { query, passage },
          });
        },
      ),
    );
  });
});
