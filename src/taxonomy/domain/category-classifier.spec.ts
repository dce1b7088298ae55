import fc from 'fast-check';
import { CategoryClassifier, Example, nameExamples, textFeatures } from './category-classifier.js';

const features = (text: string, title = '') => textFeatures(text.split(' '), title === '' ? [] : title.split(' '));
const example = (path: string, text: string, title = ''): Example => ({
  path: path.split('/'),
  ...features(text, title),
});

const fitted = (examples: readonly Example[]) => new CategoryClassifier(examples);
const first = (classifier: CategoryClassifier, text: string, title = '') =>
  classifier.scores(features(text, title))[0]?.path.join('/');

const GARDEN = [
  example('Garden/Roses', 'prune rose bud march sun', 'pruning'),
  example('Garden/Roses', 'rose thorn red sun', 'kinds of rose'),
  example('Garden/Lawn', 'mow lawn week sun', 'mowing'),
  example('Garden/Lawn', 'water lawn dry sun', 'watering'),
  example('Harbour', 'ship berth night office', 'berths'),
];

describe('a classifier', () => {
  it('assigns a text to the category whose documents share its rare words', () => {
    const classifier = fitted(GARDEN);
    expect(first(classifier, 'a thorn of a rose in the sun')).toBe('Garden/Roses');
    expect(first(classifier, 'the lawn is dry')).toBe('Garden/Lawn');
    expect(first(classifier, 'ship at night in the sun')).toBe('Harbour');
  });

  it('gives the start of a text more weight than the rest', () => {
    const tail = ' word'.repeat(40);
    const classifier = fitted([
      example('Garden/Roses', `rose${tail} ship`),
      example('Harbour', `ship${tail} rose`),
      example('Kitchen', 'soup kettle'),
    ]);
    expect(first(classifier, `ship${tail} rose`, 'ship')).toBe('Harbour');
    expect(first(classifier, `rose${tail} ship`, 'rose')).toBe('Garden/Roses');
  });

  it('gives a word less weight the later it appears', () => {
    const { words } = textFeatures(['ship', ...Array.from({ length: 100 }, () => 'and'), 'berth', 'ship'], ['rose']);
    expect(words.get('ship')).toBeCloseTo(6, 1);
    expect(words.get('berth')).toBeCloseTo(1, 1);
    expect(words.get('rose')).toBe(5);
  });

  it('uses the name of a category as an example of it, whatever its spelling', () => {
    const names = nameExamples([['Garden', 'Pond'], ['garden', 'pond'], ['Harbour']], (name) =>
      name.toLowerCase().split(' '),
    );
    expect(names.map(({ words }) => [...words.keys()])).toEqual([['garden', 'pond'], ['harbour']]);
    const unnamed = [...GARDEN, example('Garden/Pond', 'frog fish sun')];
    expect(first(fitted([...unnamed, ...names]), 'pond fish')).toBe('Garden/Pond');
    expect(first(fitted([...unnamed, ...names]), 'pond')).toBe('Garden/Pond');
  });

  it('scores a category by the cosine with the mean of its documents', () => {
    const scoreOf = (text: string) =>
      fitted([example('Pond', 'frog fish'), example('Pond', 'frog fish')]).scores(features(text))[0]?.score;
    expect(scoreOf('frog fish')).toBeCloseTo(1, 6);
    expect(scoreOf('frog')).toBeLessThan(0.9);
  });

  it('returns no score for a text whose words appear nowhere', () => {
    for (const { score } of fitted(GARDEN).scores(features('sonnet'))) expect(score).toBe(0);
  });

  it('scores every category once, highest first, however the paths are spelt', () => {
    const word = fc.constantFrom('rose', 'ship', 'lawn', 'bud', 'sun', 'night');
    const anyExample = fc
      .tuple(
        fc.constantFrom('A', 'a', 'A/X', 'A/Y', 'B', 'B/X'),
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.array(word, { maxLength: 2 }),
      )
      .map(([path, text, title]) => example(path, text.join(' '), title.join(' ')));
    fc.assert(
      fc.property(fc.array(anyExample, { minLength: 1, maxLength: 20 }), (examples) => {
        const scores = fitted(examples).scores(features('rose ship sun', 'bud'));
        const keys = scores.map(({ path }) => path.join('/').toLowerCase());
        expect([...keys].sort()).toEqual([...new Set(examples.map(({ path }) => path.join('/').toLowerCase()))].sort());
        const values = scores.map(({ score }) => score);
        expect(values.every(Number.isFinite)).toBe(true);
        expect(values).toEqual([...values].sort((a, b) => b - a));
      }),
    );
  });
});
