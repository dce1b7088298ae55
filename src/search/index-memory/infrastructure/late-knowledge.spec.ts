import { Paraphrases } from '../../query/domain/paraphrases/paraphrase.js';
import { LateMeaning, LateParaphrases } from './late-knowledge.js';

class Empty extends Paraphrases {
  in(question: string) {
    return [{ words: [{ start: 0, end: question.length }], meanings: [] }];
  }
}

describe('late loading', () => {
  it('happens once, with the first text', () => {
    let reads = 0;
    const meaning = new LateMeaning(() => {
      reads++;
      return { model: 'm', dimensions: 2, embed: () => Float32Array.of(1, 0) };
    });
    expect(reads).toBe(0);
    expect([meaning.embed('kiln').length, meaning.model, meaning.dimensions, reads]).toEqual([2, 'm', 2, 1]);
  });

  it('may happen before the first question', () => {
    let reads = 0;
    const paraphrases = new LateParaphrases(() => {
      reads++;
      return new Empty();
    });
    paraphrases.warm();
    expect([paraphrases.in('kiln').length, reads]).toEqual([1, 1]);
  });
});
