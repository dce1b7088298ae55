import { SINO_DIGITS } from '../../../text/values/numerals.js';

/** Format of a list number, under the names of ECMA-376 (17.18.59, ST_NumberFormat); HWPX formats are mapped to them. */
export type NumberFormat = string;

const GANADA = '가나다라마바사아자차카타파하';
/** After 하 the Hangul sequence continues with 거, 너, 더. */
const HANGUL_VOWELS = ['가나다라마바사아자차카타파하', '거너더러머버서어저처커터퍼허', '고노도로모보소오조초코토포호'];
const CHOSUNG = 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ';
const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщыэюя';
const AIUEO = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン';
const IROHA = 'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン';
const STEMS = '甲乙丙丁戊己庚辛壬癸';
const STEMS_HANGUL = '갑을병정무기경신임계';
const ZODIAC = '子丑寅卯辰巳午未申酉戌亥';
const CHICAGO = '*†‡§';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψω';
/** Ones, tens and hundreds. */
const HEBREW_NUMBERS = ['אבגדהוזחט', 'יכלמנסעפצ', 'קרשת'];
const ARABIC = 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي';
const ARABIC_ABJAD = 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ';
const PERSIAN = 'آبپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی';
const THAI = 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ';
const LEGAL = {
  traditional: '零壹貳參肆伍陸柒捌玖',
  simplified: '零壹贰叁肆伍陆柒捌玖',
  japanese: '零壱弐参四伍六七八九',
};
const LEGAL_UNITS = ['', '拾', '佰', '仟'];
const HAN_DIGITS = '〇一二三四五六七八九';
const NATIVE_ONES = ['', '하나', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉'];
const NATIVE_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];
const CARDINALS =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  );
const ORDINALS =
  'Zeroth First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth'.split(
    ' ',
  );
const ROMAN_VALUES = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
const ROMAN_SIGNS = 'M CM D CD C XC L XL X IX V IV I'.split(' ');
/** Larger Roman and doubled-letter numbers exceed the length of any list. */
const MAX_LETTERS = 3_999;

const FORMATS: Readonly<Record<string, (n: number) => string>> = {
  none: () => '',
  decimalZero: (n) => String(n).padStart(2, '0'),
  decimalZero3: (n) => String(n).padStart(3, '0'),
  decimalZero4: (n) => String(n).padStart(4, '0'),
  decimalZero5: (n) => String(n).padStart(5, '0'),
  decimalFullWidth: fullWidth,
  decimalFullWidth2: fullWidth,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  decimalEnclosedFullstop: (n) => within(n, 20, 0x2488),
  decimalEnclosedParen: (n) => within(n, 20, 0x2474),
  numberInDash: (n) => `- ${n} -`,
  hex: (n) => n.toString(16).toUpperCase(),
  upperRoman: roman,
  lowerRoman: (n) => roman(n).toLowerCase(),
  upperLetter: (n) => repeated(n, LATIN.toUpperCase()),
  lowerLetter: (n) => repeated(n, LATIN),
  upperLetterCircled: (n) => within(n, 26, 0x24b6),
  lowerLetterCircled: (n) => within(n, 26, 0x24d0),
  russianUpper: (n) => repeated(n, RUSSIAN.toUpperCase()),
  russianLower: (n) => repeated(n, RUSSIAN),
  chicago: (n) => repeated(n, CHICAGO),
  ordinal: (n) => `${n}${ordinalEnding(n)}`,
  cardinalText: (n) => CARDINALS[n] ?? String(n),
  ordinalText: (n) => ORDINALS[n] ?? String(n),
  ganada: (n) => repeated(n, GANADA),
  hangulSyllable: (n) => letterOf(n, HANGUL_VOWELS.join('')),
  hangulSyllableCircled: (n) => within(n, 14, 0x326e),
  chosung: (n) => repeated(n, CHOSUNG),
  chosungCircled: (n) => within(n, 14, 0x3260),
  koreanDigital: (n) => positional(n, SINO_DIGITS),
  koreanDigital2: (n) => positional(n, HAN_DIGITS.replace('〇', '零')),
  koreanCounting: (n) => counting(n, SINO_DIGITS, ['', '십', '백', '천']),
  koreanLegal: (n) => (n < 100 ? `${NATIVE_TENS[Math.floor(n / 10)] ?? ''}${NATIVE_ONES[n % 10] ?? ''}` : String(n)),
  stems: (n) => letterOf(n, STEMS),
  stemsHangul: (n) => letterOf(n, STEMS_HANGUL),
  ideographTraditional: (n) => letterOf(n, STEMS),
  ideographZodiac: (n) => letterOf(n, ZODIAC),
  ideographDigital: (n) => positional(n, HAN_DIGITS),
  japaneseDigitalTenThousand: (n) => positional(n, HAN_DIGITS),
  taiwaneseDigital: (n) => positional(n, HAN_DIGITS),
  ideographEnclosedCircle: (n) => within(n, 10, 0x3280),
  japaneseCounting: han,
  chineseCounting: han,
  chineseCountingThousand: han,
  taiwaneseCounting: han,
  taiwaneseCountingThousand: han,
  greekUpper: (n) => repeated(n, GREEK.toUpperCase()),
  greekLower: (n) => repeated(n, GREEK),
  hebrew1: hebrew,
  hebrew2: (n) => repeated(n, HEBREW_NUMBERS.join('')),
  arabicAlpha: (n) => repeated(n, ARABIC),
  arabicAbjad: (n) => repeated(n, ARABIC_ABJAD),
  persianAlpha: (n) => repeated(n, PERSIAN),
  thaiLetters: (n) => repeated(n, THAI),
  thaiNumbers: (n) => positional(n, '๐๑๒๓๔๕๖๗๘๙'),
  hindiNumbers: (n) => positional(n, '०१२३४५६७८९'),
  ideographLegalTraditional: (n) => counting(n, LEGAL.traditional, LEGAL_UNITS, true),
  chineseLegalSimplified: (n) => counting(n, LEGAL.simplified, LEGAL_UNITS, true),
  japaneseLegal: (n) => counting(n, LEGAL.japanese, ['', '拾', '百', '千'], true),
  aiueo: (n) => repeated(n, AIUEO),
  aiueoFullWidth: (n) => repeated(n, AIUEO),
  iroha: (n) => repeated(n, IROHA),
  irohaFullWidth: (n) => repeated(n, IROHA),
};

/** A number in the format of a list; decimal if the format is unknown. */
export function formatNumber(n: number, format: NumberFormat): string {
  const write = FORMATS[format];
  return write === undefined || n < 0 ? String(n) : write(n);
}

/** Bullets and `none` count nothing. */
export function isCounting(format: NumberFormat): boolean {
  return format !== 'bullet' && format !== 'none';
}

function circled(n: number): string {
  if (n === 0) return '⓪';
  if (n > 35) return n > 50 ? String(n) : String.fromCodePoint(0x32b1 + n - 36);
  return n > 20 ? String.fromCodePoint(0x3251 + n - 21) : String.fromCodePoint(0x2460 + n - 1);
}

/** The n-th character after a Unicode code point; a decimal number if the range has fewer. */
function within(n: number, count: number, first: number): string {
  return n >= 1 && n <= count ? String.fromCodePoint(first + n - 1) : String(n);
}

/** `a … z, aa, bb …`: after the last letter each is doubled. */
function repeated(n: number, letters: string): string {
  if (n < 1 || n > MAX_LETTERS) return String(n);
  return letters.charAt((n - 1) % letters.length).repeat(Math.ceil(n / letters.length));
}

function letterOf(n: number, letters: string): string {
  return n >= 1 && n <= letters.length ? letters.charAt(n - 1) : String(n);
}

function roman(n: number): string {
  if (n < 1 || n > MAX_LETTERS) return String(n);
  let rest = n;
  let text = '';
  for (const [i, value] of ROMAN_VALUES.entries()) {
    text += (ROMAN_SIGNS[i] ?? '').repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
}

function fullWidth(n: number): string {
  return positional(n, '０１２３４５６７８９');
}

function positional(n: number, digits: string): string {
  return Array.from(String(n), (digit) => digits.charAt(Number(digit))).join('');
}

function han(n: number): string {
  return counting(n, HAN_DIGITS, ['', '十', '百', '千']);
}

/** Numbers are sums of letters; larger ones than a list has are decimal. */
function hebrew(n: number): string {
  if (n < 1 || n > 499) return String(n);
  const [ones, tens, hundreds] = HEBREW_NUMBERS.map((letters) => (digit: number) => letters.charAt(digit - 1));
  const rest = n % 100;
  // 15 and 16 are not written with the letters of a holy name.
  const small =
    rest === 15 ? 'טו' : rest === 16 ? 'טז' : `${tens?.(Math.floor(rest / 10)) ?? ''}${ones?.(rest % 10) ?? ''}`;
  return `${hundreds?.(Math.floor(n / 100)) ?? ''}${small}`;
}

/** `二十一`: the digit one is omitted before a unit, unless the format writes it (`壹拾`). */
function counting(n: number, digits: string, units: readonly string[], writesOne = false): string {
  if (n === 0 || n > 9_999) return positional(n, digits);
  return Array.from(String(n), Number)
    .map((digit, i, all) => {
      const unit = units[all.length - 1 - i] ?? '';
      if (digit === 0) return '';
      return (digit === 1 && unit !== '' && !writesOne ? '' : digits.charAt(digit)) + unit;
    })
    .join('');
}

function ordinalEnding(n: number): string {
  if (Math.floor((n % 100) / 10) === 1) return 'th';
  return ['th', 'st', 'nd', 'rd'][n % 10] ?? 'th';
}
