import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readGuides } from '../support/guides.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

interface Phrase {
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
  readonly sentence: string;
  readonly advice: string;
}
type Counts = Record<string, Record<string, number>>;
interface Change {
  readonly group: string;
  readonly name: string;
  readonly count: number;
  readonly allowed: number;
}

const scriptOf = (file: string) => pathToFileURL(path.join(projectRoot(), '.config', file)).href;
const { findings, phrasesIn, countsOf, roomOf } = (await import(scriptOf('plain-english/check.mjs'))) as {
  findings: () => Phrase[];
  phrasesIn: (file: string, text: string) => Phrase[];
  countsOf: (found: Phrase[]) => Counts;
  roomOf: (file: string) => string;
};
const { PATTERNS } = (await import(scriptOf('plain-english/patterns.mjs'))) as { PATTERNS: { name: string }[] };
const { allowedCounts, changes, lowerAllowed } = (await import(scriptOf('ratchet.mjs'))) as {
  allowedCounts: (file: string) => Counts;
  changes: (counts: Counts, allowed: Counts) => Change[];
  lowerAllowed: (file: string, counts: Counts) => boolean;
};

/** By pattern: a sentence that it refuses, and one near it that is plain English. */
const EXAMPLES: Readonly<Record<string, readonly [refused: string, plain: string]>> = {
  anew: ['The index is made anew.', 'The index is built again.'],
  tell: ['The queue tells how it came out.', 'An id that tells keys apart.'],
  stand: ['The word stands in no passage.', 'A stand-in for the clock, and a standby.'],
  beside: ['Text beside the question.', 'Besides, it has a limit.'],
  behind: ['The id behind which the page begins.', 'It runs behind a reverse proxy; the replica lags behind by 3 s.'],
  'so many': ['Waits so many milliseconds.', 'It took so long that the caller gave up.'],
  'so many-th': ['The so many-th largest number.', 'The n-th largest number.'],
  'the begin': ['From the begin of the text.', 'From the beginning of the text.'],
  else: ['The limit, else the default.', 'Nothing else is read, and nobody else reads it.'],
  Else: ['It is read. Else it is empty.', 'What else is read?'],
  'go on': ['A run that is gone on with.', 'A going concern.'],
  'left alone': ['The provider is left alone.', 'It is right alone.'],
  'the middle': ['It took 64 ms in the middle.', 'It stops in the middle of a sentence.'],
  'at most of': [
    'Reads at most 20 of them, for ten minutes at most.',
    'Reads up to 20 of them, for at most ten minutes.',
  ],
  'as long as it may': ['Entries are kept as long as they may be.', 'Entries are kept as long as the session runs.'],
  'is no': ['The file is no JSON.', 'There is no JSON in it, it is no longer read, and 0 is no limit.'],
  upkeep: ['The upkeep of the index failed.', 'Maintenance of the index failed.'],
  'or no': ['Whether it is stored or no.', 'The answer is yes or no.'],
  'small letter': ['A name of small letters.', 'A name in lower case.'],
  place: ['The field has no place there.', 'It has no place in the list.'],
  'where there is': ['Undefined where there is none.', 'A file where the table is.'],
  'what is asked': ['The words of what is asked.', 'The words of the question.'],
  'what is said': ['Completes it by what was said before.', 'Completes it by the earlier messages.'],
  away: ['The provider is away.', 'The provider moved away from version 1.'],
  'turn away': ['A target that turns callers away and one that turns away all.', 'A target that rejects callers.'],
  lie: ['The file lies in a folder.', 'The file is in a folder.'],
  bear: ['A document that bears the title.', 'A bearer token.'],
  'a while': ['It is asked again after a while.', 'It waits while a batch runs.'],
  'in a hundred': ['One in a hundred fails.', 'It reads a list in a hundred thousand values.'],
  'give way': ['A loop that gives way.', 'A loop that yields.'],
  'come about': ['How an answer comes about.', 'How an answer is made.'],
  'figure of speech': ['The purse of the session.', 'The budget of the session.'],
  owe: ['Vectors that a provider owes.', 'Vectors that are pending.'],
  'speak of': ['The clause speaks of students.', 'The clause mentions students.'],
  'know of': ['The adapter knows nothing of it.', 'The adapter does not import it.'],
  asker: ['The words of the asker.', 'The words of the caller.'],
  'any more': ['It may not be read any more.', 'It reads any two more.'],
  'a try': ['The first try failed.', 'It may try the first.'],
  'once more': ['It is read once more.', 'It is read once.'],
};

/** Comments of sources are what a pattern is most often found in. */
const inComment = (text: string) => phrasesIn('src/x.ts', `/** ${text} */\nexport const X = 1;\n`);

describe('plain English', () => {
  it('has an example for every pattern', () => {
    expect(Object.keys(EXAMPLES)).toEqual(expect.arrayContaining(PATTERNS.map(({ name }) => name)));
  });

  it.each(Object.entries(EXAMPLES))('refuses %j, with advice, and not its plain form', (pattern, [refused, plain]) => {
    expect(inComment(refused)).toContainEqual(expect.objectContaining({ pattern, line: 1 }));
    expect(inComment(refused)[0]?.advice).toMatch(/^\w+/u);
    expect(inComment(plain).filter((phrase) => phrase.pattern === pattern)).toEqual([]);
  });

  it.each<[what: string, file: string, text: string, lines: number[]]>([
    ['comments of two lines', 'src/a.ts', 'let a;\n// It is left\n// alone.\n', [2]],
    ['docstrings', 'src/a.ts', '/**\n * Returns it.\n * It stands here.\n */\n', [3]],
    ['messages', 'src/a.ts', "fail('The file is no JSON.');", [1]],
    ['messages with values', 'src/a.ts', 'fail(`${a} is no ${b}`, `${a} is no JSON`);', [1]],
    ['texts of pages', 'src/a.tsx', 'const a = <p>It is made anew</p>;', [1]],
    ['titles of specs', 'src/a.spec.ts', "it('tells the reason', () => {});", [1]],
    ['titles of tables of cases', 'src/a.spec.ts', "it.each([1])('tells the reason', () => {});", [1]],
    ['paragraphs of Markdown', 'a.md', '# A\n\nText.\nIt stands\nhere.\n', [4]],
    ['tables of Markdown', 'a.md', '| a | b |\n|---|---|\n| c | told later |\n', [3]],
    ['comments of scripts', '.ci/run', 'echo else\n# what it tells\n', [2]],
    ['texts of YAML', '.docker/a.yml', 'summary: it stands\n', [1]],
  ])('is checked in %s', (_, file, text, lines) => {
    expect(phrasesIn(file, text).map(({ line }) => line)).toEqual(lines);
  });

  it.each<[what: string, file: string, text: string]>([
    ['names of code', 'src/a.ts', "import { beside } from './behind.js';\nconst stands = beside.told; // a name\n"],
    ['statements of code', 'src/a.ts', 'if (a) b(); else c();'],
    ['quoted code and texts of comments', 'src/a.ts', '/** The value `else`, and "tell me more". */'],
    ['questions in specs', 'src/a.spec.ts', "ask('Can you tell me what stands in it?');"],
    ['addresses in texts', 'src/a.ts', "const a = 'https://example.org/told'; const b = /\\/\\/ told/u;"],
    ['lists of words', 'src/a.ts', "const words = 'what tell told stand'.split(' ');"],
    ['expressions', 'src/a.ts', "new RegExp('(?:can you )?tell me (?:the|a) way', 'u');"],
    ['statements of SQL', 'src/a.ts', 'const a = sql`CASE WHEN a THEN b ELSE c END -- told`;'],
    ['blocks of code in Markdown', 'a.md', '```sh\necho told\n```\nWrite `tell`.\n'],
  ])('is not checked in %s', (_, file, text) => {
    expect(phrasesIn(file, text)).toEqual([]);
  });

  it('is counted by rooms', () => {
    expect(['src/search/domain/a.ts', 'src/app.ts', 'test/a.ts', '.github/A.md', 'README.md'].map(roomOf)).toEqual([
      'src/search',
      'src',
      'test',
      '.github',
      '.',
    ]);
  });

  it('has no phrase more than plain-english.json allows, and none less', () => {
    const found = findings();
    const counts = countsOf(found);
    const differing = changes(counts, allowedCounts(path.join(projectRoot(), 'test/architecture/plain-english.json')));
    const messages = differing.map(({ group, name, count, allowed }) => {
      if (count < allowed) return `${group}: '${name}' fell to ${count}; run node .config/plain-english.mjs --accept`;
      const here = found.filter(({ file, pattern }) => pattern === name && roomOf(file) === group);
      const all = here.map(({ file, line, sentence, advice }) => `  ${file}:${line}: ${sentence} -> ${advice}`);
      return [`${group}: '${name}' rose from ${allowed} to ${count}; one of these is new:`, ...all].join('\n');
    });
    expect(messages.join('\n')).toBe('');
  }, 120_000);
});

describe('the guides of the project', () => {
  /** Phrases that no guide may have, independent of the allowed counts. */
  const NEVER = ['anew', 'tell', 'the begin', 'beside', 'left alone', 'small letter', 'upkeep', 'so many', 'turn away'];

  it.each(readGuides().map(({ name, text }) => [name, text] as const))('are plain: %s', (name, text) => {
    const faults = phrasesIn(name, text).filter(({ pattern }) => NEVER.includes(pattern));
    expect(faults.map(({ line, sentence, advice }) => `${line}: ${sentence} -> ${advice}`)).toEqual([]);
  });
});

describe('counts that may only fall', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'counts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('report a rise, a fall and a new name', () => {
    expect(changes({ a: { x: 2, y: 1, z: 1 } }, { a: { x: 1, y: 1 }, b: { x: 1 } })).toEqual([
      { group: 'a', name: 'x', count: 2, allowed: 1 },
      { group: 'a', name: 'z', count: 1, allowed: 0 },
      { group: 'b', name: 'x', count: 0, allowed: 1 },
    ]);
  });

  it('are lowered in their file and never raised', () => {
    const file = path.join(folder, 'counts.json');
    writeFileSync(file, JSON.stringify({ a: { x: 3, y: 1 }, b: { x: 1 } }));
    expect(lowerAllowed(file, { a: { x: 2, y: 5 }, c: { x: 1 } })).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ a: { x: 2, y: 1 } });
    expect(lowerAllowed(file, { a: { x: 2, y: 5 } })).toBe(false);
  });
});
