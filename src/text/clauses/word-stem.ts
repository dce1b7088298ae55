import { decomposed, isSyllable } from '../korean/hangul-syllable.js';
import { CLAUSE_PARTICLES, withoutParticle } from '../korean/particles.js';

/** Endings of `하다` and `되다` after a noun of two or more syllables: `신청하여야` is `신청`. */
const VERB_OF_NOUN = /^(?=[가-힣]*$)([가-힣]{2,}?)(?:하|되|시키|한|할|함|해|했|합|된|될|됨|돼|됐|됩|토록|시킨|시킬)/u;
/** The same after a noun of one syllable, with an ending that shows the verb: `정한다`, `말하지`. */
const VERB_OF_SYLLABLE =
  /^([가-힣])(?:(?:하|되)(?:지|며|고|여|여야|여도|는|였다|였으며|면|기|던|도록|려는)?|(?:한|된|합니|됩니|했|됐|했습니|됐습니|하였|되었)다)$/u;
const VERB_ENDING =
  /^([가-힣]+?)(?:습니다|는다|었다|았다|였다|으며|으면|어야|아야|거나|지만|었고|았고|어서|아서|었던|았던|었으며|았으며|었습니다|았습니다|어요|아요|었어요|았어요)$/u;
const COPULA = /^([가-힣]{2,})(?:입니다|이었다|였다|인|임)$/u;

/**
 * Decomposes Hangul syllables into letters, one character each; other characters are unchanged. Inflected forms of a verb share their first
 * letters.
 */
export function letters(text: string): string {
  let out = '';
  for (const character of text) {
    if (!isSyllable(character.charCodeAt(0))) {
      out += character;
      continue;
    }
    const { initial, vowel, final } = decomposed(character);
    out += String.fromCharCode(0x1100 + initial, 0x1161 + vowel);
    if (final > 0) out += String.fromCharCode(0x11a7 + final);
  }
  return out;
}

/** A Korean word without its particle or the ending of a denominal verb; never shorter than the part that identifies it. */
export function koreanStem(word: string): string {
  const verb = VERB_OF_NOUN.exec(word)?.[1] ?? VERB_OF_SYLLABLE.exec(word)?.[1];
  const stem = verb ?? COPULA.exec(word)?.[1] ?? VERB_ENDING.exec(word)?.[1];
  if (stem !== undefined) return stem;
  const bare = withoutParticle(word, CLAUSE_PARTICLES, 0);
  return bare.length >= 2 || (bare.length === 1 && word.length === 2) ? bare : word;
}

/**
 * Forms that share no stem with their base form. Separate from `baseForm`, which has more verbs: this list maps verbs to related nouns
 * (`born` and `birth`); the fact check's weights were fitted with it.
 */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'was:be were:be is:be are:be been:be being:be am:be has:have had:have having:have did:do does:do done:do went:go gone:go goes:go made:make took:take taken:take ' +
    'gave:give given:give got:get gotten:get came:come began:begin begun:begin became:become wrote:write written:write said:say saw:see seen:see ' +
    'found:find held:hold kept:keep left:leave led:lead lost:lose met:meet paid:pay ran:run sent:send sold:sell spent:spend stood:stand ' +
    'told:tell thought:think won:win bought:buy brought:bring built:build chose:choose chosen:choose drew:draw drawn:draw fell:fall fallen:fall ' +
    'felt:feel grew:grow grown:grow knew:know known:know laid:lay shot:shoot shown:show spoke:speak spoken:speak taught:teach born:birth ' +
    'died:death dies:death dead:death death:death children:child men:man women:woman people:person feet:foot'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const [form = '', base = ''] = pair.split(':');
      return [form, base];
    }),
);

function regularStem(word: string): string {
  const bare = word.replace(/['’]s?$/u, '');
  if (bare.length < 4) return bare;
  if (/(?:ies|ied)$/u.test(bare)) return `${bare.slice(0, -3)}i`;
  if (/[^aeiou]y$/u.test(bare)) return `${bare.slice(0, -1)}i`;
  const cut = bare.replace(/(?:ing|ed|es|s|e|ly)$/u, (ending) => (bare.length - ending.length >= 3 ? '' : ending));
  return cut.replace(/([bdgklmnprt])\1$/u, '$1');
}

/** An approximate English stem: it only maps the forms of one word to the same stem. */
export function englishStem(word: string): string {
  return regularStem(IRREGULAR.get(word) ?? word);
}
