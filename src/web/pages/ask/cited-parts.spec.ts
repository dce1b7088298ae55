import { citedParts } from './cited-parts.js';

const words = (text: string) => ({ kind: 'words', text });
const cited = (text: string) => ({ kind: 'cited', text });
const number = (n: number) => ({ kind: 'number', n });

describe('citedParts', () => {
  it('separates cited words from others, and numbers from words', () => {
    const response = 'Ten books. [1] Ask the desk.';
    expect(citedParts({ response, citations: [{ start: 0, end: 10, source_n: 1 }] })).toEqual([
      cited('Ten books.'),
      words(' '),
      number(1),
      words(' Ask the desk.'),
    ]);
  });

  it('adds the number of a citation if it is missing after its words', () => {
    const citations = [
      { start: 0, end: 4, source_n: 2 },
      { start: 0, end: 4, source_n: 3 },
    ];
    expect(citedParts({ response: 'Ten. [2] Or so.', citations })).toEqual([
      cited('Ten.'),
      words(' '),
      number(2),
      number(3),
      words(' Or so.'),
    ]);
  });

  it('finds the number after an ellipsis', () => {
    const citations = [{ start: 0, end: 4, source_n: 1 }];
    expect(citedParts({ response: 'Ten.\n… [1]', citations })).toEqual([cited('Ten.'), words('\n… '), number(1)]);
  });

  it('returns every character once if citations overlap or are unordered', () => {
    const response = 'One two three.';
    const citations = [
      { start: 8, end: 14, source_n: 2 },
      { start: 0, end: 7, source_n: 1 },
      { start: 4, end: 10, source_n: 3 },
    ];
    const said = citedParts({ response, citations }).flatMap((part) => (part.kind === 'number' ? [] : [part.text]));
    expect(said.join('')).toBe(response);
  });
});
