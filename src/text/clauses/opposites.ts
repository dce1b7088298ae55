import { hasSyllable } from '../korean/hangul-syllable.js';

/** Pairs of antonyms, as prefixes of stems. Each side may have several. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = (
  [
    ['불허|금지|불가|제한', '허용|허가|가능|인정'],
    ['제외|미포함|빼고|배제', '포함|산입'],
    ['거부|반려|각하|기각|거절', '승인|허가|수락|인용|접수'],
    ['증가|늘어|늘었|늘렸|상승|인상|확대|오르|올랐', '감소|줄어|줄었|줄였|하락|인하|축소|내리|내렸|떨어'],
    ['최대|최고|가장 많', '최소|최저|가장 적'],
    ['오전', '오후'],
    ['시작|개막|개시', '종료|끝나|마감|폐막'],
    ['무료', '유료'],
    ['온라인|원격', '오프라인|대면'],
    ['남성|남자|남편|아들', '여성|여자|아내|딸'],
    ['많', '적(?:다|은|었|습|어)|부족'],
    ['높', '낮'],
    ['넓', '좁'],
    ['길(?:다|고|었|어)|긴', '짧'],
    ['크(?:다|고|지)|컸|큰', '작'],
    ['가깝|가까', '멀(?:다|고|었|어|리)|먼'],
    ['쉽|쉬운|쉬웠', '어렵|어려'],
    ['싸(?:다|고|서)|저렴', '비싸|비쌌'],
    ['깨끗', '더럽|더러|지저분'],
    ['조용', '시끄'],
    ['좋', '나쁘|나빴|나쁜|별로|최악|싫'],
    ['재미있|재밌', '지루|재미없'],
    ['성공', '실패'],
    ['찬성', '반대'],
    ['합격', '불합격|탈락'],
    ['강화', '완화'],
    ['의무', '선택|임의|자율'],
    ['내국인|국내', '외국인|국외|해외'],
    ['처음', '마지막'],
    ['이전|앞서', '이후|나중'],
    ['빠르|빨', '느리|느렸'],
    ['안전', '위험'],
    ['존재', '부재'],
    ['유지', '변경|폐지|중단'],
    ['공개', '비공개'],
    ['미만', '초과'],
    [
      String.raw`\bincrease[sd]?\b|\bincreasing\b|\brose\b|\braised?\b|\bgrew\b`,
      String.raw`\bdecrease[sd]?\b|\bdecreasing\b|\bfell\b|\breduced?\b|\bdeclined?\b|\blowered\b`,
    ],
    [String.raw`\bbefore\b`, String.raw`\bafter\b`],
    [String.raw`\ballowed\b|\bpermitted\b|\bmay be\b`, String.raw`\bforbidden\b|\bprohibited\b|\bbanned\b|\brefused\b`],
    [String.raw`\bincluding\b|\bincludes?\b|\bincluded\b`, String.raw`\bexcluding\b|\bexcludes?\b|\bexcluded\b`],
    [String.raw`\bminimum\b|\blowest\b|\bsmallest\b`, String.raw`\bmaximum\b|\bhighest\b|\blargest\b`],
    [String.raw`\baccepted\b|\bapproved\b`, String.raw`\brejected\b|\bdenied\b|\bdeclined\b`],
    [String.raw`\bmandatory\b|\brequired\b|\bcompulsory\b|\bmust\b`, String.raw`\boptional\b|\bvoluntary\b`],
    [String.raw`\benabled\b`, String.raw`\bdisabled\b`],
    [String.raw`\balways\b`, String.raw`\bnever\b`],
    [String.raw`\bopen(?:ed|s)?\b`, String.raw`\bclosed?\b`],
    [String.raw`\bwon\b`, String.raw`\blost\b`],
    [String.raw`\bfirst\b`, String.raw`\blast\b`],
    [String.raw`\binternal\b`, String.raw`\bexternal\b`],
  ] as const
).map(([a, b]) => [new RegExp(a, 'iu'), new RegExp(b, 'iu')] as const);

/** Index of the first English pair, after the Korean ones. */
const KOREAN_PAIRS = PAIRS.filter(([a]) => hasSyllable(a.source)).length;

/** Sides of the pairs in a text: bit 1 the first, bit 2 the second. */
export function poles(text: string): Uint8Array {
  const sides = new Uint8Array(PAIRS.length);
  const from = hasSyllable(text) ? 0 : KOREAN_PAIRS;
  const to = /[a-z]/iu.test(text) ? PAIRS.length : KOREAN_PAIRS;
  PAIRS.slice(from, to).forEach(([a, b], i) => {
    sides[from + i] = (a.test(text) ? 1 : 0) | (b.test(text) ? 2 : 0);
  });
  return sides;
}

/** Whether one text contains only one side of a pair of opposites and the other text only the other side. */
export function opposed(a: Uint8Array, b: Uint8Array): boolean {
  return a.some((side, i) => side !== 0 && side !== 3 && b[i] === 3 - side);
}
