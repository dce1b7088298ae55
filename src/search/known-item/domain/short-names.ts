import { nameKeyOf } from './normalized-text-of.js';
import { isOfInstitution, MASK } from './mentions.js';
import type { RuleBook } from './rule-book.js';
import { PARTICLES } from './name-boundaries.js';
import { contentWords, words } from './question-words.js';
import { englishWords, typedName } from './regulation-type.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';
import type { Alternatives, NameKnowledge } from './name-index.js';

/** Maximum number of words of a name; questions do not write out longer ones. */
const MAX_WORDS = 8;
const MAX_ABBREVIATED = 3;

/** A Korean word that names some rules, without its particle: `휴학규정에서의` is `휴학규정`. */
export function withoutParticle(word: string): string {
  for (let length = Math.min(4, word.length - 2); length > 0; length--) {
    if (
      hasSyllable(word) &&
      PARTICLES.test(word.slice(-length)) &&
      typedName(word.slice(0, -length)).type !== undefined
    )
      return word.slice(0, -length);
  }
  return word;
}

/** Rule books that words in a part of the question abbreviate; the longest matching spelling wins. */
export function abbreviatedIn(part: string, knowledge: NameKnowledge): RuleBook[] | undefined {
  const behind = part.split(MASK).at(-1) ?? '';
  const pieces = behind.trim() === '' ? part.replaceAll(MASK, ' ') : behind;
  const all = words(pieces).map((word) => withoutParticle(word));
  const isTyped = all.some((word) => typedName(nameKeyOf(word)).type !== undefined);
  return koreanSpan(isTyped ? all : contentWords(pieces), knowledge) ?? englishSpan(pieces, knowledge)?.books;
}

/** A rule book that a question without a number abbreviates, and the other words of the question. */
export function shortName(text: string, knowledge: NameKnowledge): { books: RuleBook[]; rest: string } | undefined {
  const all = words(text);
  const typed = all.findIndex((word) => typedName(nameKeyOf(withoutParticle(word))).type !== undefined);
  const span = all.slice(0, typed + 1).map((word) => withoutParticle(word));
  const books = typed === -1 ? undefined : koreanSpan(span, knowledge);
  if (books !== undefined) return { books, rest: all.slice(typed + 1).join(' ') };
  const english = englishSpan(text, knowledge);
  if (english === undefined) return undefined;
  const used = new Set(english.words);
  return { books: english.books, rest: all.filter((word) => !used.has(englishWords(word)[0] ?? '')).join(' ') };
}

function koreanSpan(all: readonly string[], knowledge: NameKnowledge): RuleBook[] | undefined {
  const typed = all.findLastIndex((word) => typedName(nameKeyOf(word)).type !== undefined);
  const end = typed === -1 ? all.length : typed + 1;
  for (let start = Math.max(0, end - MAX_WORDS); start < end; start++) {
    const span = all.slice(start, end);
    for (const spelling of spellingsOf(span, knowledge.synonyms)) {
      const exact = knowledge.names.exact(spelling, knowledge.admits);
      const near = exact.length > 0 ? exact : knowledge.names.abbreviated(nameKeyOf(spelling), knowledge.admits);
      const found = near.filter((book) => isOfInstitution(book, nameKeyOf(all[start - 1] ?? '')));
      if (found.length > 0 && found.length <= MAX_ABBREVIATED) return found;
    }
  }
  return undefined;
}

/**
 * A span as written, then with a synonym for the whole, its stem, the start or end of its stem, or one of its words.
 */
function* spellingsOf(span: readonly string[], synonyms: Alternatives): Generator<string> {
  const whole = nameKeyOf(span.join(''));
  yield whole;
  yield* othersOf(whole, synonyms);
  const { stem, type } = typedName(whole);
  if (type !== undefined) for (const other of compoundsOf(stem, synonyms)) yield other + type;
  if (span.length < 2) return;
  for (const [i, word] of span.entries())
    for (const other of othersOf(nameKeyOf(word), synonyms)) yield span.with(i, other).join('');
}

/** Only words that are synonyms in both directions: a source may also answer for a longer word by its prefix. */
function othersOf(word: string, synonyms: Alternatives): string[] {
  return synonyms.of(word).filter((other) => synonyms.of(other).includes(word));
}

function* compoundsOf(stem: string, synonyms: Alternatives): Generator<string> {
  yield* othersOf(stem, synonyms);
  for (let i = 2; i + 2 <= stem.length; i++) {
    const [begin, end] = [stem.slice(0, i), stem.slice(i)];
    for (const other of othersOf(begin, synonyms)) yield other + end;
    for (const other of othersOf(end, synonyms)) yield begin + other;
  }
}

/** The longest run of English words that is part of a name, otherwise its initials in capitals. */
function englishSpan(
  part: string,
  { names, admits }: NameKnowledge,
): { books: RuleBook[]; words: readonly string[] } | undefined {
  const read = englishWords(part);
  for (let length = Math.min(MAX_WORDS, read.length); length > 1; length--) {
    for (let start = 0; start + length <= read.length; start++) {
      const span = read.slice(start, start + length);
      const books = names.byWords(span, admits);
      if (books.length > 0 && books.length <= MAX_ABBREVIATED) return { books, words: span };
    }
  }
  for (const word of part.match(/\b[A-Z]{3,8}\b/gu) ?? []) {
    const books = names.initials(word.toLowerCase(), admits);
    if (books.length > 0 && books.length <= MAX_ABBREVIATED) return { books, words: englishWords(word) };
  }
  return undefined;
}
