/** Languages that a translation can be requested into, by their ISO 639 codes. Names are those of the Unicode CLDR, in Korean and English. */
const CODES =
  'af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky la lo lt lv mk ml mn mr ms my ne nl no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi zh zu'.split(
    ' ',
  );
/** Common names that the CLDR does not have. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  한국말: 'ko',
  한글: 'ko',
  국문: 'ko',
  우리말: 'ko',
  영문: 'en',
  일어: 'ja',
  일본말: 'ja',
  일문: 'ja',
  중문: 'zh',
  중국말: 'zh',
  mandarin: 'zh',
  불어: 'fr',
  불문: 'fr',
  독어: 'de',
  서반아어: 'es',
  노어: 'ru',
  castilian: 'es',
  farsi: 'fa',
  tagalog: 'tl',
  몽골말: 'mn',
  타갈로그어: 'tl',
};

const namesIn = (language: 'ko' | 'en') => new Intl.DisplayNames([language], { type: 'language' });
const ENGLISH = namesIn('en');
const CODE_OF = new Map([
  ...[namesIn('ko'), ENGLISH].flatMap((names) =>
    CODES.map((code): [string, string] => [(names.of(code) ?? code).toLowerCase(), code]),
  ),
  ...Object.entries(OTHER_NAMES),
]);

/** The code of a language by its name in Korean or English: `프랑스어` and `French` are `fr`. */
export const codeOfLanguage = (name: string): string | undefined => CODE_OF.get(name.toLowerCase());

/** @example englishNameOf('fr') // 'French' */
export const englishNameOf = (code: string): string => ENGLISH.of(code) ?? code;
