import { englishStem, koreanStem, letters } from './word-stem.js';
import { functionWords } from '../english/function-words.js';

export type Script = 'hangul' | 'latin' | 'number' | 'other';

/** A content word of a text. */
export interface Word {
  readonly start: number;
  readonly end: number;
  /** Normalized: NFKC, lower case. */
  readonly text: string;
  readonly stem: string;
  readonly script: Script;
  /** Letters of the stem, with Hangul decomposed. */
  readonly letters: string;
  /** Starts with a capital letter. */
  readonly capital: boolean;
}

const WORD = /\d+(?:[.,]\d+)*|[\p{Script=Latin}\p{M}]+(?:['’][\p{Script=Latin}]+)*|[가-힣]+|\p{L}+/gu;

/** English function words, without content of their own. */
const FUNCTION_WORDS = functionWords(
  'at as these those whom whose its his her their our your my he she they we him them us me be have will would shall should could may ' +
    'might must if then than so also there here into onto about over under after before during while when where what such not no nor ' +
    'but up out off only very more most s t d ll re ve according however just own same both each every any all some other been',
);
/** Korean function words, by their stem. */
const KOREAN_FUNCTION_WORDS = new Set(
  '및 또는 또한 그리고 그러나 하지만 다만 단 즉 등 것 수 때 경우 위 위해 위하여 대해 대하여 대한 관한 관하여 관련 따라 따른 따르면 의하면 의한 의하여 통해 통하여 이 그 저 해당 각 있 있는 있다 있습니다 있었다 있으며 없 없는 없다 한다 하는 하여 하며 하고 합니다 했다 하였다 된다 되는 되어 되며 됩니다 되었다 됐다 이다 입니다 이며 라는 같은 같이 함께 중 후 전 바 데 줄 뿐 듯 더 가장 매우 아주 너무 정말 이상 이하 이내 초과 미만'.split(
    ' ',
  ),
);

/** Forms of 하다, 되다, 않다, 못하다: negation is compared separately, not as a word. */
const AUXILIARY =
  /^(?:(?:아니|못)?(?:하|한|할|해|했|합|함|되|된|될|돼|됐|됩)(?:다|지|며|고|여|는|여야|여도|였다|니다|습니다|면|던|기|도록|게)?|아니(?:다|며|고|라|한다|하며|하고|하여도|하여야|하는|한|할|었다|었습니다)|아닌|아닙니다|않[가-힣]{0,4}|못)$/u;

function isFunctionWord(text: string, stem: string, script: Script): boolean {
  if (script === 'latin') return FUNCTION_WORDS.has(text) || FUNCTION_WORDS.has(stem);
  return (
    script === 'hangul' && (KOREAN_FUNCTION_WORDS.has(text) || KOREAN_FUNCTION_WORDS.has(stem) || AUXILIARY.test(text))
  );
}

function scriptOf(text: string): Script {
  if (/^\d/u.test(text)) return 'number';
  if (/^[가-힣]/u.test(text)) return 'hangul';
  return /^\p{Script=Latin}/u.test(text) ? 'latin' : 'other';
}

function stemOf(text: string, script: Script): string {
  if (script === 'hangul') return koreanStem(text);
  return script === 'latin' ? englishStem(text) : text.replace(/,/gu, '');
}

/** `3명`: the unit belongs to its number. Longer units (`20학점`) also name the topic. */
function isUnit(text: string, start: number, stem: string, script: Script): boolean {
  return script === 'hangul' && stem.length === 1 && /\d/u.test(text.charAt(start - 1));
}

/** Content words in order, with their offsets. The text must be NFC, so that offsets are valid. */
export function contentWords(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [raw] = match;
    const folded = raw.toLowerCase();
    const script = scriptOf(folded);
    const stem = stemOf(folded, script);
    if (isFunctionWord(folded, stem, script) || isUnit(text, match.index, stem, script)) continue;
    const end = match.index + raw.length;
    words.push({
      start: match.index,
      end,
      text: folded,
      stem,
      script,
      letters: letters(stem),
      capital: /^\p{Lu}/u.test(raw),
    });
  }
  return words;
}
