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

/** Properties that leave space. What `scroll-padding` leaves out is the height of bars that stay in view. */
const SPACES = /(?<![\w-])(?:padding|margin|gap|row-gap|column-gap|inset)(?:-[a-z-]+)?:([^;}]+)[;}]/g;

/** Spaces that are neither a token, nothing, the width of a line, nor relative to the text around them. */
const rawSpaces = (text: string): readonly string[] =>
  [...text.matchAll(SPACES)]
    .map(([, value = '']) => value.trim())
    .filter((value) => /(?<![\w-])(?!-?[0-2]px)-?(?:\d+(?:\.\d+)?|\.\d+)(?:rem|px|pt|v[hw]|ch)\b/.test(value));

describe('the styles of the pages', () => {
  it('take sizes of text from the tokens', () => {
    const found = sheets.flatMap(({ name, text }) => rawSizes(text).map((value) => `${name}: ${value}`));
    expect(found).toEqual([]);
  });

  it('take spaces from the tokens', () => {
    const found = sheets.flatMap(({ name, text }) => rawSpaces(text).map((value) => `${name}: ${value}`));
    expect(found).toEqual([]);
  });

  it.each(['text', 'space'])('name only tokens of %s that there are', (kind) => {
    const named = sheets.flatMap(({ text }) =>
      [...text.matchAll(new RegExp(`var\\((--${kind}-[a-z0-9]+)`, 'g'))].map(([, token = '']) => token),
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

  it.each([
    'padding: 0 0.6rem;',
    'margin-inline-start: 3px;',
    'gap: clamp(var(--space-4), 7vh, var(--space-8));',
    'margin: -1.4rem 0;',
    'inset-block: .2rem',
  ])('would be refused with %s', (rule) => {
    expect(rawSpaces(`p { ${rule} }`)).toHaveLength(1);
  });

  it.each(['margin: 0 auto;', 'padding: var(--space-2) 0;', 'margin-inline-start: -2px;', 'padding: 0 0.35em;'])(
    'would not be refused with %s',
    (rule) => {
      expect(rawSpaces(`p { ${rule} }`)).toEqual([]);
    },
  );

  it('are all on the page of the design', () => {
    const shown = readFileSync(path.join(FOLDER, '..', 'design', 'design-page.tsx'), 'utf8');
    const named = [...tokens.matchAll(/^ {2}--(?:(?:text|space)-)?([a-z0-9-]+):/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(30);
    for (const name of named) expect(shown).toContain(`'${name}'`);
  });
});
