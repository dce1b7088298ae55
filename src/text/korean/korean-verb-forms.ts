import { composed, decomposed, FINAL, isHangul, Syllable, VOWEL } from './hangul-syllable.js';

/**
 * Contraction of a vowel at the end of a stem with the vowel of an ending: 오 + 아 → 와. Vowels that are not listed do not
 * change.
 */
const JOINED_VOWEL: Readonly<Record<number, number>> = {
  [VOWEL.o]: VOWEL.wa,
  [VOWEL.u]: VOWEL.wo,
  [VOWEL.i]: VOWEL.yeo,
};

/** Verbs whose stems end in ㄷ or ㅅ and lose it before a vowel; most others with such a final are regular. */
const CHANGES_D = new Set(['듣', '걷', '싣', '깨닫', '묻', '일컫']);
const DROPS_S = new Set(['낫', '짓', '잇', '붓', '긋']);

/** 바쁘다, 쓰다: the 으 is dropped; 아 follows after 아 and 오, otherwise 어. */
function darkOrBright(before: string | undefined): number {
  const vowel = before === undefined ? VOWEL.eo : decomposed(before).vowel;
  return vowel === VOWEL.a || vowel === VOWEL.o ? VOWEL.a : VOWEL.eo;
}

function openStem(head: string, last: Syllable): string[] {
  const forms = [FINAL.n, FINAL.l, FINAL.b, FINAL.m].map((final) => head + composed({ ...last, final }));
  const past = (syllable: Syllable) => [head + composed(syllable), head + composed({ ...syllable, final: FINAL.ss })];
  if (last.vowel === VOWEL.eu) {
    const before = head.at(-1);
    const vowel = darkOrBright(before);
    forms.push(...past({ ...last, vowel }));
    // 모르다, 빠르다: 몰라, 빨라.
    if (composed(last) === '르' && before !== undefined) {
      const doubled = head.slice(0, -1) + composed({ ...decomposed(before), final: FINAL.l });
      for (const final of [FINAL.none, FINAL.ss]) forms.push(doubled + composed({ ...last, vowel, final }));
    }
    return forms;
  }
  if (composed(last) === '하') return [...forms, `${head}해`, `${head}했`];
  if (last.vowel === VOWEL.oe) return [...forms, ...past({ ...last, vowel: VOWEL.wae })];
  return [...forms, ...past({ ...last, vowel: JOINED_VOWEL[last.vowel] ?? last.vowel })];
}

function closedStem(stem: string, head: string, last: Syllable): string[] {
  const open = (final: number) => head + composed({ ...last, final });
  if (last.final === FINAL.l) return [open(FINAL.none), open(FINAL.n), open(FINAL.b)];
  // 어렵다, 돕다: 어려운, 어려워, 도와.
  if (last.final === FINAL.b) return ['우', '운', '울', '워', '웠', '와', '왔'].map((next) => open(FINAL.none) + next);
  if (CHANGES_D.has(stem)) return ['어', '었', '은', '을', '으'].map((next) => open(FINAL.l) + next);
  if (DROPS_S.has(stem)) return ['아', '어', '았', '었', '은', '을', '으'].map((next) => open(FINAL.none) + next);
  return [];
}

/**
 * Starts that the forms of a Korean verb or adjective share, its stem first: `빌리다` gives 빌리, 빌린, 빌릴, 빌립, 빌림, 빌려, 빌렸.
 * The endings after them are not listed. Contractions and the irregular classes ㄹ, ㅂ, ㄷ, ㅅ, 으, 르 and 하 follow the
 * standard grammar (National Institute of Korean Language, 한글 맞춤법, articles 18 and 34 to 40).
 * @param dictionaryForm ends in 다
 */
export function verbBeginnings(dictionaryForm: string): readonly string[] {
  const stem = dictionaryForm.slice(0, -1);
  const lastCharacter = stem.at(-1);
  if (lastCharacter === undefined || !isHangul(stem)) return [];
  const head = stem.slice(0, -1);
  const last = decomposed(lastCharacter);
  const others = last.final === FINAL.none ? openStem(head, last) : closedStem(stem, head, last);
  return [...new Set([stem, ...others])];
}
