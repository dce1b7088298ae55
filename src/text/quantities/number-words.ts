/** Korean numbers of one digit before a counter: `한 번`, `두 명`. */
export const KOREAN_ONES: readonly string[] = '한 두 세 네 다섯 여섯 일곱 여덟 아홉'.split(' ');
/** 10, 20, ... 90. */
export const KOREAN_TENS: readonly string[] = '열 스물 서른 마흔 쉰 예순 일흔 여든 아흔'.split(' ');
/** Sino-Korean digits from 0. */
export const SINO_DIGITS = '영일이삼사오육칠팔구';
/** English numbers from 0 to 19. */
export const ENGLISH_NUMBERS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
/** 20, 30, ... 90. */
export const ENGLISH_TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/**
 * Maps each word to its value by its position.
 * @param step value of one position
 * @example numbered(KOREAN_TENS, 10)['스물'] // 20
 */
export function numbered(words: readonly string[], step = 1): Readonly<Record<string, number>> {
  return Object.fromEntries(words.map((word, i) => [word, (i + 1) * step]));
}
