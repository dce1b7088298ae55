import { lastTagged, withoutTagged } from './tagged-text.js';

/** Elements in which templates put the question of a person. */
const QUESTION_TAGS = [
  'user_query',
  'user_question',
  'user_input',
  'user_message',
  'user_prompt',
  'question',
  'query',
  '질문',
];
/** Elements in which templates put the retrieved context. */
const CONTEXT_TAGS = [
  'context',
  'contexts',
  'documents',
  'document',
  'sources',
  'source',
  'files',
  'file',
  'search_results',
  'knowledge',
  'passages',
  'chat_history',
  'conversation_history',
  'history',
  'instructions',
  'guidelines',
];
/** `Question: …`, `### User query:`, `질문: …` at the start of a line. */
const QUESTION_LABEL =
  /^[#*\s>[\]-]{0,8}(?:(?:the |my |current |new |latest |original )?(?:user(?:'s)?|human|customer(?:'s)?)? ?(?:question|query|follow[- ]?up (?:input|question))|(?:사용자|현재|새|원래|고객)?의? ?(?:질문|질의|문의))(?: is)?[*\s\]]{0,4}[:：][*\s]{0,4}/iu;
/** The text after the question in a template: the label of the answer. */
const ANSWER_LABEL =
  /^[#*\s>[\]-]{0,8}(?:(?:helpful|final|your|assistant(?:'s)?) )?(?:answer|response|output|reply|답변|답|응답|출력)[^:：\n]{0,20}[:：]/iu;
/** Words that show that a text is a template with retrieved context. */
const CONTEXT_SIGN =
  /^[#*\s>[\]-]{0,8}(?:context|(?:retrieved |relevant |reference )?(?:documents?|sources?|passages?)|references|knowledge|search results|문맥|컨텍스트|참고 ?(?:자료|문서)|검색 ?결과|문서)[^:：\n]{0,40}[:：]|context information is below|following (?:pieces of )?(?:retrieved )?context|provided context|다음(?:의)? (?:문맥|컨텍스트|자료|문서)/imu;
/** A text up to this length may be one question. */
const PLAIN_LENGTH = 400;
const ASKS = /[?？]\s*$|(?:나요|까요|니까|가요|는지|주세요|줘|주십시오)[.!\s]*$/u;

/** Whether a text is a template with retrieved passages. */
export const hasContext = (text: string): boolean => CONTEXT_SIGN.test(text.slice(0, 4_000));

/** The lines after the last label of a question, up to the label of its answer. */
function labelled(text: string): string | undefined {
  const lines = text.split('\n');
  const at = lines.findLastIndex((line) => QUESTION_LABEL.test(line.slice(0, 200)));
  if (at === -1) return undefined;
  const after = lines.slice(at);
  const end = after.findIndex((line, i) => i > 0 && ANSWER_LABEL.test(line.slice(0, 200)));
  const own = after.slice(0, end === -1 ? undefined : end);
  const [first = '', ...rest] = own;
  const question = [first.replace(QUESTION_LABEL, ''), ...rest].join('\n').trim();
  return question === '' ? undefined : question;
}

/** The last paragraph that asks, otherwise the last one. */
function askingParagraph(text: string): string {
  const paragraphs = text
    .split(/\n\s{0,80}\n/u)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !ANSWER_LABEL.test(one.slice(0, 200)));
  return paragraphs.findLast((one) => ASKS.test(one.slice(-200))) ?? paragraphs.at(-1) ?? '';
}

/**
 * Extracts the question of a person from the template of a program: retrieved passages, instructions, the history of the conversation.
 * Answers here come from the documents of this server, so that passages of another retrieval are not needed.
 *
 * @example questionIn('Use the context.\n<context>…</context>\nQuestion: 휴학은 언제까지 하나요?\nAnswer:') // '휴학은 언제까지 하나요?'
 */
export function questionIn(text: string): string {
  const tagged = lastTagged(text, QUESTION_TAGS);
  if (tagged !== undefined && tagged !== '') return tagged;
  const bare = withoutTagged(text, CONTEXT_TAGS).trim();
  const hadContext = bare.length < text.trim().length - 20;
  const isTemplate = hadContext || hasContext(text);
  const own = labelled(bare);
  if (own !== undefined) return own;
  if (!isTemplate) return text;
  if (hadContext && bare !== '' && bare.length <= PLAIN_LENGTH && !bare.includes('\n\n')) return bare;
  return askingParagraph(bare) || text;
}
