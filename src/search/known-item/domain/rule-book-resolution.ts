import { nameKeyOf } from './normalized-text-of.js';
import { MASK } from './mentions.js';
import type { Mention, NameKnowledge } from './name-index.js';
import type { RuleBook } from './rule-book.js';
import { words } from './question-words.js';
import type { Reference } from './reference.js';
import { isEnglishType, typedName } from './regulation-type.js';
import { abbreviatedIn, withoutParticle } from './short-names.js';

/** What a reference belongs to: rule books, a book that is not here (`foreign`), or nothing named in the question. */
export type Named = readonly RuleBook[] | 'foreign' | 'unnamed';

const OF =
  /^[\s\p{P}\u0001]*(?:(?:and|or|및|와|과)[\s\p{P}\u0001]*)*(?:(?:of|in|from|under|within|to)\s+)(?:the\s+|our\s+|your\s+)?["'“‘]?$/iu;
/** Words before a type that do not identify the rules: `이 규정`, `our policy`. */
const ANY = /^(?:이|그|본|위|해당|우리|현행|학교|회사|the|this|that|these|our|your|its|same|a|in|of)$/iu;
/** `of the Labour Code`, `of the GDPR`: rules that are named after a number. */
const NAMED_BEHIND = /^[\s\p{P}\u0001]*(?:of|in|from|under)\s+(?:the\s+)?((?:[\p{L}'’-]+\s+){0,6}?)([\p{L}'’-]+)/u;

/** The rule books that a reference belongs to; `text` is masked. */
export function booksOf(
  text: string,
  reference: Reference,
  mentions: readonly Mention[],
  knowledge: NameKnowledge,
): Named {
  const behind = mentions.filter((m) => m.start >= reference.end);
  const first = behind[0];
  if (first !== undefined && OF.test(text.slice(reference.end, first.start))) return booksAt(behind, first);
  const before = mentions.filter((m) => m.end <= reference.start);
  const last = before.at(-1);
  const gap = text.slice(last?.end ?? 0, reference.start);
  if (last !== undefined && !namesRules(gap)) return booksAt(before, last);
  const inGap = abbreviatedIn(gap, knowledge);
  if (inGap !== undefined) return inGap;
  if (first !== undefined) return booksAt(behind, first);
  if (last !== undefined || namesRules(gap)) return 'foreign';
  const rest = text.slice(reference.end);
  const found = abbreviatedIn(rest, knowledge) ?? abbreviatedIn(text, knowledge);
  return found ?? (namesRulesBehind(rest) ? 'foreign' : 'unnamed');
}

function booksAt(mentions: readonly Mention[], one: Mention): RuleBook[] {
  return mentions.filter((m) => m.start === one.start && m.end === one.end).map((m) => m.book);
}

/** Whether the last words before a number name rules, `고등교육법`, `Labour Code`; the type alone, `이 규정`, does not. */
function namesRules(gap: string): boolean {
  const [word = '', before = ''] = words(gap.replaceAll(MASK, ' ')).slice(-2).reverse();
  const { stem, type } = typedName(nameKeyOf(withoutParticle(word)));
  if (type !== undefined)
    return stem !== '' ? !ANY.test(stem) : typedName(nameKeyOf(withoutParticle(before))).type !== undefined;
  return isEnglishType(word.toLowerCase()) && before !== '' && !ANY.test(before);
}

function namesRulesBehind(rest: string): boolean {
  for (const match of rest.matchAll(/[\p{L}'’-]+/gu)) {
    const before = rest.slice(0, match.index + match[0].length);
    if (words(before).length > MAX_BEHIND) return false;
    if (!NAMED_BEHIND.test(before)) continue;
    if (/^\p{Lu}{3,}$/u.test(match[0]) || namesRules(before)) return true;
  }
  return false;
}

/** Words after a number that may contain the name of its rules. */
const MAX_BEHIND = 8;
