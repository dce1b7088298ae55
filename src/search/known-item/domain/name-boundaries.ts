import { FoldedText, nameKeyOf } from './normalized-text-of.js';
import { isInstitution, isTypeAlone } from './regulation-type.js';
import { hasSyllable } from '../../../text/korean/hangul-syllable.js';

const WORD = /[\p{L}\p{N}]/u;
const WORD_BEFORE = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*$/u;
const WORD_BEHIND = /^[\p{L}\p{N}]*/u;
/** What may follow a Korean name in the same word: particles, the copula, a citation. */
export const PARTICLES =
  /^(?:에서|에|으로|로|이|은|는|가|을|를|의|와|과|도|만|상|중|내|이나|나|이란|란|이라고|라고|이라는|라는|하고|이랑|랑|부터|까지|이고|인데|이면|이야|야|이에요|예요|이요|요|인가|인지|에서는|에서의|에서도|에는|에도|에의|에게|에선|이라면|라면|따라|별|입니다|좀|에따른|에따라|에따르면|에의하면|에의한|에관해|에대해|에규정된|에명시된|에있는|에나오는|에나온|에정한|에서정한|에서말하는)$/u;

/**
 * Whether a name may start at an offset: at the start of a word or after an organisation's name. `일반휴학규정` is not the
 * `휴학규정`.
 */
export function mayStart(text: FoldedText, i: number): boolean {
  const at = startOf(text, i);
  if (!WORD.test(text.source.charAt(at - 1))) return true;
  if (!hasSyllable(text.source.charAt(at - 1))) return false;
  const before = WORD_BEFORE.exec(text.source.slice(Math.max(0, at - 24), at))?.[0] ?? '';
  return isInstitution(nameKeyOf(before));
}

/** The function words that were dropped before an offset belong to the name. */
function startOf(text: FoldedText, i: number): number {
  const at = text.at[i] ?? 0;
  const before = i === 0 ? 0 : (text.at[i - 1] ?? 0) + 1;
  const gap = text.source.slice(before, at);
  const word = WORD_BEFORE.exec(gap)?.[0] ?? '';
  return i > 0 && word.length === gap.length ? at : at - word.length;
}

/**
 * Whether a name may end before an offset: at the end of a word, apart from particles, and not before the rest of a
 * longer name, `학칙 시행세칙`.
 */
export function mayEnd(text: FoldedText, i: number): boolean {
  const end = (text.at[i - 1] ?? 0) + 1;
  const behind = WORD_BEHIND.exec(text.source.slice(end, end + 24))?.[0] ?? '';
  const isParticle = hasSyllable(behind) && PARTICLES.test(behind);
  if (behind !== '' && !isParticle && behind.toLowerCase() !== 's') return false;
  if (behind !== '' && behind !== '의') return true;
  const from = end + behind.length;
  const next = /^\s+([\p{L}\p{N}]+)/u.exec(text.source.slice(from, from + 24))?.[1] ?? '';
  return !hasSyllable(next) || !isTypeAlone(nameKeyOf(next)) || next === '규정';
}
