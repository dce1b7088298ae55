import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EnglishLexicon } from '../../../shared/infrastructure/english-lexicon.js';
import { ParaphraseEntry } from '../domain/paraphrases/paraphrase.js';
import { ParaphraseLexicon } from '../domain/paraphrases/paraphrase-lexicon.js';
import { parseLexicon } from '../domain/paraphrases/parse-lexicon.js';
import { shippedLexicon } from './paraphrase-files.js';

function entriesOf(language: string): ParaphraseEntry[] {
  const folder = path.join(shippedLexicon(), language);
  const files = readdirSync(folder).sort();
  return files.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    return parseLexicon(text, `${language}/${name}`, language === 'ko-en');
  });
}

const words = (expression: string) => expression.split(/\s+/u);

describe.each(['ko', 'en', 'ko-en'])('the shipped lexicon, %s', (language) => {
  const entries = entriesOf(language);
  const said = [...new Set(entries.flatMap((entry) => entry.said))];

  it('has entries', () => expect(entries.length).toBeGreaterThan(500));

  it('has no expression of more than four words', () => {
    const all = new Set([...said, ...entries.flatMap(({ meant }) => meant)]);
    expect([...all].filter((expression) => words(expression).length > 4)).toEqual([]);
  });

  it('has no Korean expression of one syllable, which occurs in many words', () => {
    expect(said.filter((expression) => /^[\uac00-\ud7a3]$/u.test(expression))).toEqual([]);
  });

  it('has no pair twice, and none of an expression with itself', () => {
    const seen = new Set<string>();
    const repeated = entries.flatMap(({ said: left, meant }) =>
      left.flatMap((one) =>
        meant.flatMap((other) => {
          const pair = `${one} > ${other}`;
          const isRepeated = seen.has(pair) || one === other;
          seen.add(pair);
          return isRepeated ? [pair] : [];
        }),
      ),
    );
    expect(repeated).toEqual([]);
  });

  it('finds each expression in a question: none consists of function words alone', () => {
    const english = new EnglishLexicon();
    const lost = said.filter((expression) => {
      const own: ParaphraseEntry = { said: [expression], meant: ['name'], kind: 'term' };
      // Questions do not use dictionary forms.
      const asked = expression.replace(/(?<=[\uac00-\ud7a3])다(?=\s|$)/gu, '고');
      return new ParaphraseLexicon([own], english).in(asked).length === 0;
    });
    expect(lost).toEqual([]);
  });
});
