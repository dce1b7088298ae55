import { DomainError } from '../../../shared/domain/domain-error.js';
import { ParaphraseEntry, ParaphraseKind } from './paraphrase.js';

const SIGNS = [' > ', ' = ', ' ~ '] as const;
const LONGEST_EXPRESSION = 80;

function expressions(side: string): string[] {
  const found = side
    .split(',')
    .map((one) => one.normalize('NFC').trim().toLowerCase())
    .filter((one) => one !== '');
  return [...new Set(found)];
}

/** `a = b, c`: each of them for each other. */
function each(all: readonly string[], kind: ParaphraseKind): ParaphraseEntry[] {
  return all.map((one) => ({ said: [one], meant: all.filter((other) => other !== one), kind }));
}

function entriesOf(left: readonly string[], sign: (typeof SIGNS)[number], right: readonly string[], isBilingual: boolean) {
  if (sign === ' > ') return [{ said: left, meant: right, kind: 'term' } satisfies ParaphraseEntry];
  if (sign === ' ~ ')
    return [
      { said: left, meant: right, kind: 'related' } satisfies ParaphraseEntry,
      { said: right, meant: left, kind: 'related' } satisfies ParaphraseEntry,
    ];
  if (!isBilingual) return each([...new Set([...left, ...right])], 'same');
  return [
    { said: left, meant: right, kind: 'translation' } satisfies ParaphraseEntry,
    { said: right, meant: left, kind: 'translation' } satisfies ParaphraseEntry,
  ];
}

/**
 * Reads one file of the lexicon, an entry a line: `said, said > term, term`, `one = other, other` or `one ~ related`; `#` begins a comment.
 * In a file of two languages `=` joins the words of one with those of the other.
 * @param name of the file, for the messages
 * @throws DomainError (422) with the line that cannot be read
 */
export function parseLexicon(text: string, name: string, isBilingual = false): ParaphraseEntry[] {
  return text.split(/\r?\n/u).flatMap((line, i) => {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) return [];
    const sign = SIGNS.find((one) => content.includes(one));
    const [left = '', right = ''] = sign === undefined ? [] : content.split(sign);
    const [said, meant] = [expressions(left), expressions(right)];
    const tooLong = [...said, ...meant].find((one) => one.length > LONGEST_EXPRESSION);
    if (sign === undefined || said.length === 0 || meant.length === 0 || tooLong !== undefined)
      throw new DomainError(
        'invalid',
        'bad-lexicon',
        `${name}, line ${i + 1}: write expressions of at most ${LONGEST_EXPRESSION} characters, separated by commas, on both sides of " > ", " = " or " ~ ".`,
      );
    return entriesOf(said, sign, meant, isBilingual);
  });
}
