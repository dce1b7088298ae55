/** The sentence that a model replies if the passages do not answer. It is part of the prompt and never shown. */
export const NO_ANSWER: Readonly<Record<'en' | 'ko', string>> = {
  en: 'The passages do not answer this question.',
  ko: '주어진 문단에는 이 질문의 답이 없습니다.',
};

function bare(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Whether a reply is the agreed sentence, in either language; text that a model adds after it is ignored. */
export function isNoAnswer(reply: string): boolean {
  const said = bare(reply);
  return Object.values(NO_ANSWER).some((sentence) => said.startsWith(bare(sentence)));
}

/** Words with which models refer to the passages. */
const GIVEN_EN = String.raw`(?:(?:passages?|texts?|documents?|context|excerpts?|sources?)|(?:provided|given|available|above) (?:information|material|content))`;
const NOT_EN = String.raw`(?:(?:do|does|did|is|are) not|don't|doesn't|didn't|isn't|aren't|cannot|can't|no)`;
const SAY_EN = String.raw`(?:answer|contain|mention|provide|specif|include|state|say|give|address|cover|discuss|describe|inform|detail|indicat|relevant|related|information)`;
const GIVEN_KO = '(?:문단|문서|자료|본문|지문|제공된|주어진|제시된)';
const NONE_KO =
  '(?:없습니다|없다|없어요|없음|않습니다|않는다|않아요|않았습니다|찾을 수 없|확인할 수 없|확인되지|알 수 없|답할 수 없|답변할 수 없|나와 있지|나오지|언급되지|명시되지|포함되지)';

/** Sentences with which models say in their own words that the passages do not answer. All gaps are bounded. */
const SAYS_NONE: readonly RegExp[] = [
  new RegExp(String.raw`\b${GIVEN_EN}\b[^.!?\n]{0,60}\b${NOT_EN}\b[^.!?\n]{0,40}\b${SAY_EN}`, 'iu'),
  new RegExp(
    String.raw`\b(?:no|not (?:any|enough|sufficient)|insufficient) (?:\w+ ){0,3}(?:information|answer|mention|details?)\b[^.!?\n]{0,60}\b${GIVEN_EN}\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:not|n't|cannot|unable to|can't) (?:be )?(?:answer|find|found|determine|mentioned|specified|stated|provided|contained|covered)[^.!?\n]{0,60}\b${GIVEN_EN}\b`,
    'iu',
  ),
  new RegExp(`${GIVEN_KO}[^.!?\\n]{0,60}${NONE_KO}`, 'u'),
];
/** The same without a reference to the passages; sufficient only if it is the whole reply. */
const KNOWS_NOTHING =
  /^\W{0,4}(?:i (?:don't|do not|cannot|can't) (?:know|answer|find)|i'm (?:sorry|afraid|not sure)|(?:there is )?no (?:answer|information)|unknown|not (?:mentioned|specified|stated|found|available|answerable)|unanswerable|n\/a|죄송|알 수 없|모르겠|모릅니다|(?:관련 |해당 )?(?:정보|내용|답|답변|규정)(?:이|가|은|는)? ?(?:없|찾을 수 없|확인))/iu;
/** A longer reply has content. */
const LONGEST_EXCUSE = 400;

/** Whether a sentence says that the passages do not answer, in the model's own words, which is not a statement of a passage. */
export function deniesAnswer(sentence: string): boolean {
  return /\bpassages?\b|문단/iu.test(sentence) && SAYS_NONE.some((pattern) => pattern.test(sentence));
}

/** Whether a reply without support in a passage says that there is no answer. */
export function declinesToAnswer(reply: string): boolean {
  const text = reply.trim();
  if (text.length > LONGEST_EXCUSE) return false;
  return KNOWS_NOTHING.test(text) || SAYS_NONE.some((pattern) => pattern.test(text));
}
