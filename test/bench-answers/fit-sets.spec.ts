import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/application.js';
import { fitStores } from './fit-sets.js';
import { ownForeign, ownNatural } from './natural-set.js';

function write(folder: string, name: string, rows: readonly object[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

describe('what the model is fitted on', () => {
  const natural = path.join(temporaryFolder(), 'pottery');
  const plain = path.join(temporaryFolder(), 'kilns');
  const gold = [{ doc: 'kiln', quote: 'Fire at 1,240 degrees.' }];
  const question = (id: string) => ({ id, lang: 'en', kind: 'direct', question: `${id}?`, gold, facts: [['1,240']] });

  beforeAll(() => {
    write(natural, 'docs.jsonl', [{ id: 'kiln', title: 'Kiln', text: 'Fire at 1,240 degrees.' }]);
    write(natural, 'natural_a.jsonl', [question('a1'), question('a2')]);
    write(natural, 'natural_cross_a.jsonl', [question('c1')]);
    write(natural, 'natural_b.jsonl', [question('b1')]);
    write(natural, 'natural_dialogues_a.jsonl', [{ ...question('d1'), turns: [question('d1')] }]);
    write(plain, 'docs.jsonl', [{ id: 'kiln', title: 'Kiln', text: 'Fire at 1,240 degrees.' }]);
    write(plain, 'queries.jsonl', [{ id: 'q1', text: 'How hot?' }]);
    write(plain, 'answers.jsonl', [{ id: 'q1', doc_id: 'kiln', answers: ['1,240 degrees'] }]);
  });

  it('is the halves a of the own questions and of the folders, and no dialogue', () => {
    const ids = fitStores([natural]).flatMap((store) =>
      store.blocks.flatMap((block) => block.questions.map((q) => q.id)),
    );
    expect(ids).toEqual(
      expect.arrayContaining(['a1', 'a2', 'c1', ...ownNatural('ko', 'a').questions.map((q) => q.id)]),
    );
    const kept = ['b1', 'd1', ...ownForeign('b').map((q) => q.id), ...ownNatural('en', 'b').questions.map((q) => q.id)];
    expect(ids.filter((id) => kept.includes(id))).toEqual([]);
  });

  it('asks each store what it does not answer: foreign questions, and every second one of another store', () => {
    const [samples, pottery] = fitStores([natural]);
    const others = pottery!.blocks.flatMap((block) => block.questions).filter((q) => !q.answerable);
    expect(others.filter((q) => q.kind === 'other_store')).toHaveLength(59);
    expect(others.filter((q) => q.kind !== 'other_store')).toHaveLength(ownForeign('a').length);
    const visiting = samples!.blocks.flatMap((block) => block.questions).filter((q) => q.kind === 'other_store');
    expect(visiting.map((q) => [q.id, q.answerable, q.facts])).toEqual([
      ['a1', false, []],
      ['c1', false, []],
    ]);
  });

  it('keeps the languages of the samples apart, and makes each folder one set', () => {
    const sets = fitStores([natural, plain]).map((store) => [...new Set(store.blocks.map((block) => block.set))]);
    expect(sets).toEqual([['natural_ko', 'natural_en'], ['pottery_a'], ['kilns']]);
  });

  it('takes the answers of a folder in the form of XQuAD for facts and gold quotes, at less weight', () => {
    const [, kilns] = fitStores([plain]);
    const [answered] = kilns!.blocks;
    expect(answered!.questions[0]).toMatchObject({
      golds: [{ doc: 'kiln', quote: '1,240 degrees' }],
      facts: [['1,240 degrees']],
      answerable: true,
    });
    expect(answered!.weight.sentence).toBeLessThan(1);
  });
});
