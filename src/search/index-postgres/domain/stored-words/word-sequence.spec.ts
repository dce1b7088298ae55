import fc from 'fast-check';
import { Analyser } from '../../../../text/tokens/analyser.js';
import { BM25 } from '../../../ranking/domain/search-index.js';
import { LexicalIndex } from '../../../index-memory/domain/lexical-index.js';
import { readWords } from './passage-words.js';
import { NumberedQuestion, WordSequence } from './word-sequence.js';

const analyser = new Analyser({ stem: (word) => word, isStopWord: (word) => word === 'the' });
const text = fc
  .array(fc.constantFrom('kiln', 'clay', 'the', '가마터', '흙', '1,200', 'oven'), { maxLength: 400 })
  .map((words) => words.join(' '));

/** The passage as the in-memory index numbers its terms. */
function sequenceOf(heading: string, body: string, index: LexicalIndex): WordSequence {
  const words = readWords(heading, body, analyser);
  const ids = Uint32Array.from(words.terms, (term) => index.dictionary.find(term));
  return new WordSequence(ids, words.steps, words.heading);
}

describe('the terms of a stored passage', () => {
  it('are restored from their bytes at any alignment', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 31 })), fc.nat({ max: 7 }), (numbers, offset) => {
        const ids = Uint32Array.from(numbers);
        const sequence = new WordSequence(
          ids,
          Uint8Array.from(numbers, (n) => n % 256),
          numbers.length,
        );
        const bytes = sequence.toBytes();
        const shifted = new Uint8Array(bytes.length + offset);
        shifted.set(bytes, offset);
        const read = WordSequence.fromBytes(shifted.subarray(offset), numbers.length);
        expect(read.ids).toEqual(ids);
        expect(read.toBytes()).toEqual(bytes);
      }),
    );
  });

  it('have the scores, occurrences and counts of the in-memory index', () => {
    const passages = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(passages, fc.double({ min: 0.01, max: 5, noNaN: true }), (all, weight) => {
        const index = new LexicalIndex(analyser);
        for (const [heading, body] of all) index.add(heading, body);
        const asked = ['kiln', '가마', 'oven', 'nowhere'];
        const scores = new Float32Array(index.slots);
        index.score(
          asked.map((term) => ({ term, weight })),
          BM25,
          scores,
        );
        const total = all.reduce((sum, _, slot) => sum + index.lengthOf(slot), 0);
        const terms = asked.map((term) => ({ term, weight, id: index.dictionary.find(term) }));
        const ordinals = new Map(terms.map(({ id }, i) => [id, i]));
        const question = new NumberedQuestion(terms, total / all.length || 1, BM25);
        all.forEach(([heading, body], slot) => {
          const sequence = sequenceOf(heading, body, index);
          expect(question.score(sequence)).toBe(scores[slot]);
          expect([sequence.places(ordinals)]).toEqual(index.places([slot], asked));
          expect(sequence.counts()).toEqual(index.termCounts(slot));
        });
      }),
    );
  });

  it('get no score from terms whose numbers end like those of a question', () => {
    const question = new NumberedQuestion([{ id: 5, term: 'kiln', weight: 1 }], 2, BM25);
    const scoreOf = (...ids: number[]) => question.score(new WordSequence(Uint32Array.from(ids), new Uint8Array(2), 0));
    expect(scoreOf(5 + 1024, 5 + 2 ** 20)).toBe(0);
    expect(scoreOf(5, 5 + 1024)).toBeGreaterThan(0);
  });

  it('count a term of the heading as often as its weight says', () => {
    const index = new LexicalIndex(analyser);
    index.add('kiln', 'clay kiln oven kiln');
    const counts = sequenceOf('kiln', 'clay kiln oven kiln', index).weightedCounts(2);
    const of = (term: string) => counts.get(index.dictionary.find(term));
    expect(['kiln', 'clay', 'oven'].map(of)).toEqual([4, 1, 1]);
  });
});
