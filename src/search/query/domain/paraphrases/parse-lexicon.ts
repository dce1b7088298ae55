import { DomainError } from '../../../../shared/domain/domain-error.js';
import { ParaphraseEntry, ParaphraseKind } from './paraphrase.js';

const SIGNS = [' > ', ' = ', ' ~ '] as const;
const LONGEST_EXPRESSION = 80;

/** A parsed line of the file. */
interface Line {
  readonly said: readonly string[];
  readonly sign: (typeof SIGNS)[number];
  readonly meant: readonly string[];
}

function expressions(side: string): string[] {
  const found = side
    .split(',')
    .map((one) => one.normalize('NFC').trim().toLowerCase())
    .filter((one) => one !== '');
  return [...new Set(found)];
}

/** `a = b, c`: each one for each of the others. */
function each(all: readonly string[], kind: ParaphraseKind): ParaphraseEntry[] {
  return all.map((one) => ({ said: [one], meant: all.filter((other) => other !== one), kind }));
}

function entriesOf({ said, sign, meant }: Line, isBilingual: boolean): ParaphraseEntry[] {
  if (sign === ' > ') return [{ said, meant, kind: 'term' }];
  if (sign === ' = ' && !isBilingual) return each([...new Set([...said, ...meant])], 'same');
  const kind = sign === ' = ' ? 'translation' : 'related';
  return [
    { said, meant, kind },
    { said: meant, meant: said, kind },
  ];
}

/** @returns undefined for a line that is not an entry: an entry has exactly one sign, with expressions on both sides */
function lineOf(content: string): Line | undefined {
  const signs = SIGNS.filter((one) => content.includes(one));
  const [sign] = signs;
  const sides = sign === undefined ? [] : content.split(sign);
  if (sign === undefined || signs.length > 1 || sides.length !== 2) return undefined;
  const [said, meant] = [expressions(sides[0] ?? ''), expressions(sides[1] ?? '')];
  const areShort = [...said, ...meant].every((one) => one.length <= LONGEST_EXPRESSION);
  return said.length > 0 && meant.length > 0 && areShort ? { said, sign, meant } : undefined;
}

/**
 * Reads one file of the lexicon, one entry per line: `said, said > term, term`, `one = other, other` or `one ~
 * related`; `#` starts a comment.
 * In a file of two languages `=` connects the words of one with those of the other.
 * @param name of the file, for the messages
 * @throws DomainError (422) with the line that cannot be parsed
 */
export function parseLexicon(text: string, name: string, isBilingual = false): ParaphraseEntry[] {
  return text.split(/\r?\n/u).flatMap((line, i) => {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) return [];
    const entry = lineOf(content);
    if (entry === undefined)
      throw new DomainError(
        'invalid',
        'bad-lexicon',
        `${name}, line ${i + 1}: write expressions of at most ${LONGEST_EXPRESSION} characters, separated by commas, on both sides of one " > ", " = " or " ~ ".`,
      );
    return entriesOf(entry, isBilingual);
  });
}
