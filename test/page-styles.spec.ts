import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const FOLDER = path.join(projectRoot(), 'src', 'web', 'pages', 'styles');
const sheets = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(path.join(FOLDER, name), 'utf8') }));
const tokens = sheets.find(({ name }) => name === 'tokens.css')?.text ?? '';

/** Sizes of text that are neither a token nor relative to the text around them. */
const rawSizes = (text: string): readonly string[] =>
  [...text.matchAll(/\bfont(?:-size)?:([^;]+);/g)]
    .map(([, value = '']) => value.trim())
    .filter((value) => /\d(?:rem|px|pt)/.test(value));

describe('the styles of the pages', () => {
  it('take sizes of text from the tokens', () => {
    const found = sheets.flatMap(({ name, text }) => rawSizes(text).map((value) => `${name}: ${value}`));
    expect(found).toEqual([]);
  });

  it('name only tokens that there are', () => {
    const named = sheets.flatMap(({ text }) =>
      [...text.matchAll(/var\((--text-[a-z]+)/g)].map(([, token = '']) => token),
    );
    expect(named.length).toBeGreaterThan(20);
    for (const token of named) expect(tokens).toContain(`${token}:`);
  });

  it.each(['font-size: 0.9rem;', 'font: 700 14px sans-serif;', 'font-size: clamp(1rem, 2vw, 2rem);'])(
    'would be refused with %s',
    (rule) => {
      expect(rawSizes(`p { ${rule} }`)).toHaveLength(1);
    },
  );
});
