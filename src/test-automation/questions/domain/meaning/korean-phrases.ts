/** Endings of the names of papers. */
export const PAPERS =
  '신청서|계획서|보고서|확인서|증명서|진단서|사유서|동의서|추천서|서약서|원서|청구서|요청서|신고서|명세서|소개서|통지서|휴학원|복학원|자퇴원|퇴학원|초청장|이력서|계약서|영수증';

/** Formal words without content, and references to other provisions. */
const NOISE: readonly RegExp[] = [
  /^제\d+조(?:의\d+)?\s*[(（][^)）]*[)）]\s*/u,
  /^(?:[①-⑳]|\d{1,2}\.|[가-하]\.|\d{1,2}\)|[가-하]\)|[-*·])\s*/u,
  /[<〈[][^>〉\]]{0,500}[>〉\]]/gu,
  /\([^()]*\)/gu,
  /^(?:다만|단)(?:,\s*|\s+)/u,
  /제\d+조(?:의\d+)?(?:\s?제\d+항)?(?:\s?제\d+호)?(?:에|의 규정에) (?:따라|따른|의한|의하여|의해|불구하고)\s*/gu,
  /(?:원칙적으로|특별한 사유가 없는 한|각각|반드시|별도로|소정의|당해 |본 |이 (?=규정|대학)|총괄적으로|지체 없이|지체없이|원활하게 |효율적으로 |[가-힣]{0,6}(?:위원장|소장|센터장|원장|단장|의장|당연직)(?:과 부위원장| ?\d{1,2} ?[인명])?[을를]? 포함(?:하여|한|해서|하는) |^(?:이 )?(?:센터|연구소|교육원|사업단|대학교|학교|위원회|협의회|편집위원회|연구원|도서관)의 (?=[가-힣]))\s*/gu,
];

/** Sentences that depend on others, definitions, lists, and damaged text. */
const UNFIT =
  /다음 각|다음과|다음의|다음 사항|별표|별지|각 ?호|제\d+[조항호]|이 경우|이때|그러하지|목적으로|말한다|뜻은|삭제|준용|준하여|적용한다|본다\.?$|각각|["“”‘’「」|※＊→]|이를|이에|그 |그는|위의|위 |상기|전항|동항|동조|본조|해당하는 자|따로 정|별도로 정|정하는 바/u;

/** The sentence without labels, remarks and references. */
export function plainSentence(text: string): string {
  const plain = NOISE.reduce((left, noise) => left.replace(noise, ''), text.replace(/\s+/gu, ' ').trim());
  return plain.replace(/\s+/gu, ' ').trim().replace(/\.$/u, '');
}

/** Whether a sentence is clear without the rest of the text. */
export const canStandAlone = (plain: string): boolean =>
  plain.endsWith('다') && plain.length <= 110 && !UNFIT.test(plain);

/** `하고자 하는 자는`, `하려는 사람은`, `하고자 할 때에는`: a person with an intention. */
const INTENDING =
  /^(?<what>.{2,40}?) ?(?:하고자 하는|하려는|하려고 하는|하고자 할|하려 할|하려고 할|하고자하는) (?:자|사람|학생|교원|직원|교직원|이|경우|때|교수|부서|회원|기관)(?:는|은|에는|에)?,? (?<rest>.+)$/u;
/** Actions without an object. */
const ALONE =
  /(?:휴학|복학|자퇴|퇴학|출장|전과|편입|편입학|재입학|입학|졸업|조기졸업|휴직|복직|퇴직|입주|퇴사|퇴소|겸직|외박|외출|복수전공|부전공|연구년|파견|전학|전출|전입|이직|사직|재수강|수강철회|학점교류|교환학생|창업|결혼|등교|응시|주차)$/u;
/** Whether a noun names something that people do: `복수전공을 하려면`, but not `장학금을 하려면`. */
export const isAction = (what: string): boolean => ALONE.test(what);
/** The same with a verb of its own: `받고자 하는 자는`. */
const INTENDING_OTHER =
  /^(?<what>.{2,40}?)(?<verb>받|얻|내|쓰|맡|빌리|열|두|옮기|바꾸|늘리|줄이)(?:고자 하는|으려는|려는|고자 할) (?:자|사람|학생|교원|직원|교직원|이|경우|때|교수|부서|회원|기관)(?:는|은|에는|에)?,? (?<rest>.+)$/u;

/** An intention as a condition (`휴학하려면`), and the rest of the provision. */
export function intention(plain: string): { readonly condition: string; readonly rest: string } | undefined {
  const found = INTENDING.exec(plain)?.groups;
  if (found !== undefined) {
    const what = shortened(found['what'] ?? '');
    // `정정하려면` needs an object; `휴학하려면` does not.
    if (!what.includes(' ') && !/[을를]$/u.test(what) && !ALONE.test(what)) return undefined;
    return { condition: `${what}${/[을를]$/u.test(what) ? ' ' : ''}하려면`, rest: found['rest'] ?? '' };
  }
  const other = INTENDING_OTHER.exec(plain)?.groups;
  if (other === undefined) return undefined;
  const verb = other['verb'] ?? '';
  const ending = /[받얻]/u.test(verb) ? '으려면' : '려면';
  return { condition: `${shortened(other['what'] ?? '')} ${verb}${ending}`, rest: other['rest'] ?? '' };
}

/** `부득이한 사유로 휴학` without its empty reason. */
const shortened = (what: string): string =>
  what.replace(/^(?:.{0,20}(?:부득이한|특별한|기타) 사유로|.{1,16}(?:은|는|이|가)) /u, '').trim();

/** Modifiers of a person or a case, and the condition that they become. */
const CONDITIONS: readonly (readonly [RegExp, string])[] = [
  [/(?:한|하는|하였을|했을|할)$/u, '하면'],
  [/(?:된|되는|되었을|됐을)$/u, '되면'],
  [/(?:받은|받는)$/u, '받으면'],
  [/(?:않은|않는|아니한)$/u, '않으면'],
  [/(?:못한|못하는)$/u, '못하면'],
  [/(?:넘는|넘은)$/u, '넘으면'],
  [/(?:어긴|어기는)$/u, '어기면'],
  [/(?:잃은|잃는)$/u, '잃으면'],
  [/(?:있는)$/u, '있으면'],
  [/(?:없는)$/u, '없으면'],
  [/(?:떠났을|떠난)$/u, '떠나면'],
  [/(?:내지 아니한)$/u, '내지 않으면'],
];
const CASE =
  /^(?<cond>.{3,45}?) (?:자|사람|학생|때|경우|위원|회원|교원|직원|교직원|이용자|입주자|사용자|자료)(?:는|은|에는|에|를|을|가|이)?,? (?<rest>.+)$/u;

/** `등록하지 아니한 자는 제적한다` as `등록하지 않으면` and `제적한다`. */
export function caseOf(plain: string): { readonly condition: string; readonly rest: string } | undefined {
  const found = CASE.exec(plain)?.groups;
  const cond = (found?.['cond'] ?? '').replace(/^(?:학생|교원|직원|위원|회원|이용자|사용자)(?:은|는|이|가) /u, '');
  const ending = CONDITIONS.find(([modifier]) => modifier.test(cond));
  if (found === undefined || ending === undefined) return undefined;
  const condition = cond.replace(ending[0], ending[1]).replace(/지 아니하면/u, '지 않으면');
  return { condition, rest: found['rest'] ?? '' };
}
