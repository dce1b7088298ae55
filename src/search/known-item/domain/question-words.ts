import { PARTICLES } from './name-boundaries.js';
import { functionWords } from '../../../text/english/function-words.js';

/** Words that request a provision as such, `휴학의 신청에 관한 조항`, `the section on housing`. */
const ASKS_PROVISION =
  /조항|조문|(?<=\s|^)(?:몇|무슨|어느|어떤)\s*조|\b(?:articles?|sections?|rules?|clauses?|provisions?)\s+(?:on|about|for|of|in|titled|called|named|concerning|regarding|dealing|that|which|covering|covers)\b|\b(?:which|what)\s+(?:article|section|rule|clause|provision)\b|\b(?:article|section|rule|clause|provision)s?\s{0,20}[?.]?\s{0,20}$/iu;

/** Function words of a lookup: without them and the name, the rest is a title. */
const KOREAN_FORM = new Set(
  (
    '관한 관해 관하여 관련 관련된 관련한 관련해서 대한 대해 대하여 대해서 따른 따라 따르면 의하면 조항 조항이 조항은 조항을 조항의 조문 조문이 조문은 조문을 조 조항만 내용 내용은 내용을 내용이 규정된 규정하는 규정하고 규정한 정한 정하는 정하고 명시된 있는 나오는 나온 ' +
    '무엇 무엇인가 무엇인가요 무엇이야 무엇입니까 뭐 뭐야 뭐예요 뭔가요 뭐라고 뭔지 어떻게 어디 어디야 어디에 어떤 무슨 어느 몇 몇조 알려줘 알려주세요 알려 주세요 줘 보여줘 보여주세요 보여 찾아줘 찾아주세요 찾아 설명해줘 설명해주세요 설명 요약해줘 요약 요약해주세요 궁금해요 궁금합니다 확인 확인하고 싶어요 싶습니다 싶어 ' +
    '전문 전체 원문 본문 좀 해당 현행 최신 이 그 본 우리 우리학교 학교 우리대학 본교 중 중에서 중에 및 와 과 그리고 제목 제목은 제목이 이라는 라는 되어 되나요 있나요 있어 있어요 인가요 이야 이에요 뭐가 적혀 쓰여 있는지 하나요 합니까 하는지 해줘 해주세요 폐지된 구 옛 이전 예전'
  ).split(' '),
);
const ENGLISH_FORM = functionWords(
  'what where how is are was does did say says said state states stated about under me show find give tell please text full read open ' +
    'look up lookup article articles section sections rule rules clause clauses provision provisions chapter titled called named ' +
    'concerning regarding dealing covers cover covering want need see s content contents quote',
);

/** The same in their endings: `뭐임`, `무엇입니까`, `보여줄래요`. */
const KOREAN_ASKING =
  /^(?:(?:뭐|뭔|뭘|뭡|무엇)[가-힣]{0,5}|(?:알려|보여|말해|읽어|가르쳐|찾아|설명해|요약해|정리해|인용해)(?:줘|주|줄|달|봐|보)[가-힣]{0,6})$/u;

/** Whether a question requests a provision as such. */
export function asksForProvision(text: string): boolean {
  return ASKS_PROVISION.test(text);
}

/** Words of a question that may belong to a title, without function words and lone particles. */
export function contentWords(text: string): string[] {
  return words(text).filter((word) => !isForm(word));
}

/** The same, including function words between other words: `명단의 확인 및 통보` may be a title. */
export function innerWords(text: string): string[] {
  const all = words(text);
  return all.slice(
    all.findIndex((word) => !isForm(word)),
    all.findLastIndex((word) => !isForm(word)) + 1,
  );
}

function isForm(word: string): boolean {
  const folded = word.toLowerCase();
  return KOREAN_FORM.has(folded) || ENGLISH_FORM.has(folded) || PARTICLES.test(folded) || KOREAN_ASKING.test(folded);
}

/** Runs of letters and digits. */
export function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether the question is about rules that are no longer in force. */
export function asksForRepealed(text: string): boolean {
  return /폐지|(?:^|\s)구\s|舊|옛|예전|개정\s?전|이전\s?(?:규정|학칙)|repealed|superseded|\bold\b|former/iu.test(text);
}
