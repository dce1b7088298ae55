import { decomposed, FINAL, VOWEL, withLast } from './hangul-syllable.js';
import { verbBeginnings } from './korean-verb-forms.js';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Stems that end in ㄹ, which they lose before some endings. */
const L_STEM = /[열살팔벌걸달놀울풀밀길멀줄늘돌불갈날얼털썰끌졸물들]$/u;
/** Endings that follow a bare stem: 쉬나요, 빌리는. */
const AFTER_STEM = words(
  '나 는 는지 는데 는가 는다 는다면 는다고 니 네 냐 느냐 고 지 죠 거나 게 기 도록 던 던데 더라도 자마자 자 습니까 습니다',
);
/** Endings of this and the next list before which a stem loses its ㄹ: 여는, 여니까. */
const DROPS_L = /^[나는니네냐느습시세신실]/u;
/** Endings that follow a stem without a final consonant, or one with 으: 쉬면, 받으면. */
const AFTER_EU = words('면 며 려 려고 려면 려는 려다 러 니까 시 시나 시면 세 십니까 십시오 실 신 므로 라는 라고');
/** Endings that start within the last syllable of the stem, and what may follow. */
const AFTER_FINAL: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [FINAL.n, words(' 다 다면 다고 다는 다던데 데 지 가')],
  [FINAL.l, words(' 까 지 게 수록 때 래 께 거')],
  [FINAL.b, words('니까 니다 시다 니다만')],
  [FINAL.ss, words('다 다면 다고 다는 어 던 는데 는지 나 을 을까 으면 고 지 냐 네 거든 습니까 습니다 었 어도')],
]);
/** Endings after a stem that has contracted with 아 or 어: 빌려서, 빌려야. */
const AFTER_VOWEL = words(
  ' 서 도 야 야만 라 줘 주 주나 주면 주는 지 보 볼 봐 봤 버리 있 있나 있는 다 놓 두 둬 가 와 야지 야죠 야하나',
);
/** The vowels before the contraction: 려 → 리, 와 → 오. */
const PARTED: Readonly<Record<number, readonly number[]>> = {
  [VOWEL.yeo]: [VOWEL.i],
  [VOWEL.wa]: [VOWEL.o],
  [VOWEL.wo]: [VOWEL.u],
  [VOWEL.wae]: [VOWEL.oe],
  [VOWEL.eo]: [VOWEL.eu, VOWEL.eo],
};

const isOpen = (syllables: string): boolean => decomposed(syllables.slice(-1)).final === FINAL.none;

/** 어려우, 어려워: stems in ㅂ that drop it before a vowel. */
function regainingB(base: string): string[] {
  return base.length > 1 && /[우운울워]$/u.test(base) && isOpen(base.slice(0, -1))
    ? [withLast(base.slice(0, -1), { final: FINAL.b })]
    : [];
}

/** Stems that may have contracted with 아 or 어: 빌려 → 빌리, 받아 → 받, 해 → 하. */
function parted(base: string): string[] {
  if (!isOpen(base)) return [];
  if (base.endsWith('해')) return [`${base.slice(0, -1)}하`];
  const { vowel } = decomposed(base.slice(-1));
  const own = /[아어여]$/u.test(base)
    ? [base.slice(0, -1)]
    : (PARTED[vowel] ?? [vowel]).map((v) => withLast(base, { vowel: v }));
  return [...own, ...regainingB(base)];
}

/** Returns a stem without a final, or one in ㄹ that was dropped before the ending. */
function openOrL(base: string): string[] {
  const inL = withLast(base, { final: FINAL.l });
  return L_STEM.test(inL) ? [base, inL] : [base];
}

function stemsBefore(base: string, ending: string): string[] {
  const { final } = decomposed(base.slice(-1));
  const stems: string[] = [];
  if (AFTER_STEM.has(ending) && final !== FINAL.ss)
    stems.push(...(final === FINAL.none && DROPS_L.test(ending) ? openOrL(base) : [base]));
  if (AFTER_EU.has(ending)) {
    if (base.endsWith('으')) stems.push(base.slice(0, -1));
    else if (final === FINAL.none) stems.push(...(DROPS_L.test(ending) ? openOrL(base) : [base]), ...regainingB(base));
    else if (final === FINAL.l) stems.push(base);
  }
  if (AFTER_FINAL.get(final)?.has(ending) === true) {
    const open = withLast(base, { final: FINAL.none });
    // 받은, 받을: the ending, or a particle, is a separate syllable.
    if (/[은을는를]$/u.test(base)) stems.push(base.slice(0, -1));
    else if (final === FINAL.ss) stems.push(...parted(open));
    else stems.push(...openOrL(open), ...regainingB(base));
  }
  if (AFTER_VOWEL.has(ending)) stems.push(...parted(base));
  return stems;
}

/** Stems without content of their own; other stems are judged by their frequency in the documents. */
const LIGHT_STEMS = words('하 되 있 없 주 보 싶 않 이 나 말 알 모르 들 드리 같 그러 이러 어떠 어쩌 시키 니 려 면 지');
/** Endings that follow a stem of one syllable and that end no noun; nouns such as 신고, 부서 and 화면 are excluded. */
const AFTER_SHORT =
  /^(?:나|는|는지|는데|는가|는다|는다면|습니까|습니다|려고|려면|니까|니다|다|까|야|[아어](?:야|도|서|요)?|으면|을까|ㅆ)$/u;
/** Contracted vowels at the end of a verb, which no noun has. */
const JOINED = /.[려쳐켜겨져혀워꿔줘둬춰눠와봐돼]$/u;
/** Maximum length of a verb; longer words share enough syllables with their other forms. */
const LONGEST_VERB = 5;

/** @returns possible stems of a Korean word, without 다; wrong ones have forms that do not occur */
export function koreanVerbStems(word: string): readonly string[] {
  const plain = word.length > 2 ? word.replace(/요$/u, '') : word;
  if (plain.length > LONGEST_VERB) return [];
  const stems = new Set<string>();
  for (let at = 1; at <= plain.length; at++) {
    const [base, ending] = [plain.slice(0, at), plain.slice(at)];
    // 빌려 and 바꿔 are hardly nouns; otherwise 기간 and 안내 would be verb forms.
    if (ending === '' && !JOINED.test(base)) continue;
    for (const stem of stemsBefore(base, ending)) if (stem.length > 1 || isSureOfShort(base, ending)) stems.add(stem);
  }
  return [...stems].filter((stem) => !LIGHT_STEMS.has(stem) && decomposed(stem.slice(-1)).final !== FINAL.ss);
}

function isSureOfShort(base: string, ending: string): boolean {
  return decomposed(base.slice(-1)).final === FINAL.ss || AFTER_SHORT.test(base.slice(1) + ending);
}

/** What follows the stem of a verb of one syllable, which alone would match the start of too many words. */
const AFTER_OPEN_STEM = '는고며지면기거려어었';
const AFTER_CLOSED_STEM = '는고지기거은을으어아었았';

/** A start of one syllable with its possible continuations. */
function shortBeginnings(beginning: string, stem: string): string[] {
  const { final } = decomposed(beginning);
  if (beginning === stem) return Array.from(isOpen(stem) ? AFTER_OPEN_STEM : AFTER_CLOSED_STEM, (next) => stem + next);
  if (final === FINAL.n) return [`${beginning}다`];
  if (final === FINAL.b) return [`${beginning}니`];
  if (final === FINAL.ss) return [`${beginning}다`, `${beginning}던`];
  if (final !== FINAL.none) return [];
  // 여는, 여니: a stem that lost its ㄹ; 가서, 가야: a contracted stem.
  return Array.from(decomposed(stem).final === FINAL.l ? '는니' : '서야도', (next) => beginning + next);
}

/**
 * How the forms of a verb start, so that 빌려요 finds 빌린다 and 쉬나요 finds 쉰다: two syllables each, which the index holds as
 * one term.
 * @param stem without 다, as `koreanVerbStems` returns it
 */
export function verbTermsOf(stem: string): readonly string[] {
  return verbBeginnings(`${stem}다`).flatMap((beginning) =>
    beginning.length === 1 ? shortBeginnings(beginning, stem) : [beginning],
  );
}

/** Maximum number of forms of one word; this bounds what the index reads for a question. */
const MOST_FORMS = 32;

/** Starts of the other forms of a possible verb; empty for other words. */
export function verbFormsOf(word: string): readonly string[] {
  return [...new Set(koreanVerbStems(word).flatMap(verbTermsOf))].slice(0, MOST_FORMS);
}
