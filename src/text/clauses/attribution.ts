import { TextSpan } from '../text-span.js';

/** Words for documents in general; a named one (`휴학 규정`, 「휴학 규정」) identifies the text, and is compared. */
const KOREAN_SOURCE =
  '(?:규정|학칙|규칙|지침|세칙|내규|문서|자료|본문|원문|출처|근거|안내(?:문|서)?|매뉴얼|편람|내용|조항|정보)(?:들)?';
const KOREAN_DETERMINER =
  '(?:(?:위|해당|관련|이|그|본|현행|우리|제시된|제공된|주어진|첨부된|검색된|찾은|확인된|대학|학교|회사|사내)(?:의)?\\s+)*';
const KOREAN = new RegExp(
  `^[\\s(]*${KOREAN_DETERMINER}${KOREAN_SOURCE}(?:` +
    '에\\s?(?:따르면|의하면|의거하면|비추어 보면)' +
    '|(?:에|에서)\\s?(?:나와 ?있|나오|명시되어 ?있|명시된|적혀 ?있|기재되어 ?있|밝히|밝힌|규정되어 ?있)(?:듯이|는 ?대로|는 ?바와 ?같이|\\s바와 ?같이|\\s대로)?' +
    '|(?:을|를)\\s?(?:보면|확인하면|살펴보면)' +
    ')(?:[,，]|(?=\\s))',
  'u',
);
const ENGLISH =
  /^[\s(]*(?:according to|as (?:stated|noted|described|written|specified) in|per|based on) (?:(?:the|these|those|this|our|your|all|provided|given|available|relevant|retrieved|university|company)\s+)*(?:documents?|documentation|rules?|regulations?|polic(?:y|ies)|handbook|manual|guidelines?|texts?|passages?|sources?|evidence|materials?|information)(?:,|(?=\s))/iu;

/** An opening clause that attributes a claim to a document: `규정에 따르면`, `According to the handbook,`. It is not part of the claim. */
export function attributionSpan(text: string): TextSpan {
  const match = KOREAN.exec(text) ?? ENGLISH.exec(text);
  return { start: 0, end: match?.[0].length ?? 0 };
}
