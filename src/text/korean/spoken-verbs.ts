import { decomposed, FINAL, withLast } from './hangul-syllable.js';
import { verbBeginnings } from './korean-verb-forms.js';
import { koreanVerbStems } from './korean-verb-stems.js';

const WORD = /[가-힣]+/gu;
/** Shorter than any verb with its ending. */
const LEAST_WORD = 2;
const LONGEST_WORD = 8;
/** What may follow a stem of one syllable, which otherwise starts many nouns: `내고`, not `내용`. */
export const AFTER_SHORT_VERB =
  /^(?:$|고|지|게|는|은|을|어|아|여|었|았|였|겠|습|니|나|냐|네|면|며|려|러|도|더|던|든|기|길|자|라|래|세|시|신|실|십|셨|셔|죠|야|서|요|까|데|대|으|거|건|걸|음)/u;
/** Endings after which nothing but a stem comes, also a stem of one syllable. */
const ENDING =
  /^(?:고|고서|고는|지|는|는지|는데|는데요|는다|는다면|나요|네요|려면|으려면|려고|으려고|면|으면|니까|으니까|기|기가|기는|기를|도록|거나|을|어|아|여|어서|아서|어야|아야|어도|아도|었|았|었는데|았는데|었어요|았어요|었으면|았으면|던|습니다|을까요|어요|아요)$/u;
/** Verbs without content of their own, and verbs of asking. */
const LIGHT = new Set(
  (
    '하 되 있 없 주 보 싶 않 이 아니 말 알 모르 같 그러 이러 어떠 어쩌 시키 드리 당하 대하 위하 관하 인하 의하 통하 궁금하 필요하 가능하 ' +
    '어떻 이렇 그렇 알리 물어보 여쭙 여쭤보 가르치'
  ).split(' '),
);
/** Forms of `하다`, `되다` and `받다` after a noun: the noun is the word. */
const OF_NOUN = /^[가-힣]{2,}(?:하|되|시키)[가-힣]{0,2}$/u;

/** Whether a word is a Korean verb or adjective in its dictionary form, as a synonym may be. */
export const isDictionaryForm = (word: string): boolean => /^[가-힣]+다$/u.test(word) && word.length >= LEAST_WORD;

/** Whether a word of a text is a form of a verb. @param dictionaryForm ends in 다 */
export function isFormOf(word: string, dictionaryForm: string): boolean {
  if (word === dictionaryForm) return true;
  return verbBeginnings(dictionaryForm).some(
    (start) => word.startsWith(start) && (start.length > 1 || AFTER_SHORT_VERB.test(word.slice(start.length))),
  );
}

/** Whether a text says a word: a verb in any of its forms, any other word literally. Without regard to case. */
export function saysWord(text: string, word: string): boolean {
  if (!isDictionaryForm(word)) return text.toLowerCase().includes(word.toLowerCase());
  return (text.normalize('NFC').match(WORD) ?? []).some((form) => isFormOf(form, word));
}

/** Stems of a word that ends in an attributive ㄴ or ㄹ (`돌아올`, `빌린`), without the ㄴ or ㄹ or with the ㄹ. */
function attributiveStems(word: string): string[] {
  const { final } = decomposed(word.slice(-1));
  if (final !== FINAL.n && final !== FINAL.l) return [];
  return [withLast(word, { final: FINAL.none })];
}

/** Stems before an ending that is a word of its own syllables. */
function stemsBeforeEnding(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, i) => i + 1)
    .filter((at) => ENDING.test(word.slice(at)))
    .map((at) => word.slice(0, at));
}

/** @param isLast whether nothing follows that an attributive form could belong to */
function stemsOf(word: string, isLast: boolean): string[] {
  const found = [...koreanVerbStems(word), ...stemsBeforeEnding(word), ...(isLast ? [] : attributiveStems(word))];
  // `주나요`: the auxiliary, and not 줄다.
  if (found.some((stem) => LIGHT.has(stem))) return [];
  return [...new Set(found)].filter((stem) => !OF_NOUN.test(stem) && isFormOf(word, `${stem}다`));
}

/**
 * Words that may be verbs of a text, in their dictionary form, without those of a noun (`신청하려면`) and without auxiliaries. Many are none:
 * a noun with its particle often ends like a form of a verb, so that the caller needs a dictionary.
 * @example possibleVerbs('돌아올 때는') // ['돌아오다']
 */
export function possibleVerbs(text: string): string[] {
  const words = text.normalize('NFC').match(WORD) ?? [];
  const verbs = words.flatMap((word, i) =>
    word.length < LEAST_WORD || word.length > LONGEST_WORD
      ? []
      : stemsOf(word, i === words.length - 1).map((stem) => `${stem}다`),
  );
  return [...new Set(verbs)];
}

/** Verbs that make compounds with the word before them (`벌주다`, `바로잡다`): of others a form is more often a noun with its particle. */
const SECOND_PART = /^(.+)(?:주|받|내|쓰|잡|치|맞|먹|맡|세우|매기|치르|걸)다$/u;

/**
 * Verbs of a text by a dictionary: its words, and compounds of one of its words with a verb. Of several readings of one form as a compound
 * the first counts.
 * @example knownVerbs('벌주는 기준', (word) => word === '벌') // ['벌주다']
 */
export function knownVerbs(text: string, isWord: (text: string) => boolean): string[] {
  const words = text.normalize('NFC').split(/\s+/u);
  const found = words.flatMap((word, i) => {
    // The next word shows whether a form is attributive.
    const form = word.replace(/[^가-힣]/gu, '');
    const possible = possibleVerbs(words.slice(i, i + 2).join(' ')).filter((verb) => isFormOf(form, verb));
    const whole = possible.filter(isWord);
    // `기준`, `조치를`: a noun.
    if (whole.length > 0 || isWord(form) || /[을를]$/u.test(form)) return whole;
    const compound = possible.find((verb) => isWord(SECOND_PART.exec(verb)?.[1] ?? ''));
    return compound === undefined ? [] : [compound];
  });
  return [...new Set(found)];
}

/** `뽑기`: a verb as a noun. */
export const asNoun = (dictionaryForm: string): string => `${dictionaryForm.slice(0, -1)}기`;
