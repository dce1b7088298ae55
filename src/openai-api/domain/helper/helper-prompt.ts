import { Said } from '../conversation.js';
import { exampleMembers, ExampleMember } from './json-example.js';
import { transcriptIn, transcriptStart, TranscriptTurn } from './transcript.js';

/** Task of a chat client's background prompt about its conversation. */
export type HelperTask = 'title' | 'tags' | 'follow_ups' | 'query' | 'summary' | 'completion' | 'emoji' | 'tools';

/** The form of the reply: the text alone, a line for each value, or JSON with these members. */
export type HelperForm =
  | { readonly kind: 'text' }
  | { readonly kind: 'array' }
  | { readonly kind: 'object'; readonly members: readonly ExampleMember[] };

export interface HelperPrompt {
  readonly task: HelperTask;
  readonly form: HelperForm;
  /** Maximum number of words of a title; undefined if the prompt names no number. */
  readonly maxWords: number | undefined;
  readonly turns: readonly TranscriptTurn[];
}

const MADE = String.raw`(?:generate|create|write|provide|give|suggest|propose|come up with|produce|name|make|craft|summari[sz]e|identify|assign|list|predict|determine|return|output|think of)`;
const KOREAN_MADE = '(?:지어|생성|만들|작성|붙여|정해|요약|추천|제안|출력|뽑|추출|달아|골라|반환|제시)';

/** Each task by a verb and its object, in one sentence. */
const TASKS: readonly (readonly [HelperTask, RegExp])[] = [
  [
    'follow_ups',
    new RegExp(
      String.raw`\b${MADE}\b[^\n]{0,80}\b(?:follow[- ]?ups?|next|related|further|suggested)\b[^\n]{0,30}\b(?:questions?|prompts?|quer(?:y|ies)|replies)\b|\bquestions? (?:that )?the user (?:might|may|could|would)\b|(?:후속|이어질|이어서 (?:할|물을|물어볼)|다음(?:에 (?:할|물을|물어볼))?|추천|관련|꼬리) ?질문[^\n]{0,40}${KOREAN_MADE}`,
      'iu',
    ),
  ],
  [
    'title',
    new RegExp(
      String.raw`\b${MADE}\b[^\n]{0,80}\btitles?\b|\btitle generator\b|\bname (?:for )?(?:this|the) (?:chat|conversation|thread)\b|(?:제목|대화명|표제)[^\n]{0,40}${KOREAN_MADE}|${KOREAN_MADE}[^\n]{0,40}제목`,
      'iu',
    ),
  ],
  [
    'tags',
    new RegExp(
      String.raw`\b${MADE}\b[^\n]{0,80}\b(?:tags?|keywords?|labels?|categories)\b|(?:태그|키워드|분류|핵심어)[^\n]{0,40}${KOREAN_MADE}`,
      'iu',
    ),
  ],
  [
    'query',
    new RegExp(
      String.raw`\b(?:${MADE}|re-?write|re-?phrase|reformulate|condense|convert|transform|turn)\b[^\n]{0,120}\b(?:search|retrieval|standalone|stand-alone|self-contained|web)\b[^\n]{0,20}\b(?:quer(?:y|ies)|questions?)\b|\b(?:re-?write|re-?phrase|reformulate|condense)\b[^\n]{0,60}\b(?:follow[- ]?up|last|latest|user(?:'s)?|question|query)\b|(?:검색어|검색 ?질의|검색 ?쿼리|쿼리)[^\n]{0,40}${KOREAN_MADE}|(?:독립(?:적인|된)|완전한|온전한|그 자체로)[^\n]{0,20}질문|질문[^\n]{0,30}(?:다시 ?(?:쓰|써|작성)|재작성|바꿔 ?(?:쓰|써)|고쳐 ?(?:쓰|써))`,
      'iu',
    ),
  ],
  [
    'summary',
    /\bsummari[sz]e (?:the |this |our )?(?:following |above |previous |entire )?(?:conversation|chat|dialogue|discussion|lines of conversation|messages)|대화(?:의| 내용을?| 기록을?)?[^\n]{0,12}요약/iu,
  ],
  ['completion', /\bauto-?complet(?:e|ion)\b|자동 ?완성|이어 ?쓰/iu],
  [
    'emoji',
    /\bemoji\b[^\n]{0,80}\b(?:express|reflect|represent|mood|facial)|(?:express|reflect|represent|mood|facial)[^\n]{0,80}\bemoji\b|(?:표정|기분|감정)[^\n]{0,30}(?:이모지|이모티콘)/iu,
  ],
  ['tools', /\bavailable tools\b|사용 ?가능한 (?:도구|툴)/iu],
];

/** The sentence is about a conversation, not about documents. */
const OF_TALK =
  /\b(?:conversation|chat|dialogue|discussion|chat history|messages?|thread|user'?s? (?:message|prompt|input|query|question)s?|follow[- ]?up|exchange)\b|대화|채팅|메시지|문답|이야기|사용자의? ?(?:질문|메시지|입력)|후속/iu;
/** The form of the reply. */
const FORM =
  /\bjson\b|\b(?:only|just|nothing (?:but|else)|no (?:other|additional|extra|explanation|quotes?))\b|(?:\d|\b(?:two|three|four|five|six|seven|eight|ten))[- ]words?\b|\bwords? or (?:less|fewer)\b|\b(?:concise|short|brief)\b|\bcharacters?\b|단어|글자|\d ?자(?: |이내)|만 ?(?:출력|답|작성|반환|적|말|써)|형식|간결|짧|in (?:its|the) original language|[:：]\s{0,20}$/iu;
/** A prompt that requests an answer to a question is not a helper prompt. */
const ANSWERS =
  /\b(?:answer|respond to|reply to)\b[^\n.]{0,40}\b(?:question|query|user)\b|질문에[^\n.]{0,20}(?:답|대답)/iu;
/** Number of characters of a prompt that are searched for instructions. */
const READ = 8_000;
const JSON_LIST = /json (?:array|list)|array of strings|\[\s{0,10}"[^"\n]{0,200}"\s{0,10},|json ?배열|문자열 ?배열/iu;
const TASK_OF_MEMBER: readonly (readonly [RegExp, HelperTask])[] = [
  [/^(?:title|제목|name)$/iu, 'title'],
  [/^(?:tags?|keywords?|labels?|태그|키워드)$/iu, 'tags'],
  [/^(?:follow[-_ ]?ups?|suggestions?|questions?|suggested_questions|후속[ _]?질문|질문)$/iu, 'follow_ups'],
  [/^(?:quer(?:y|ies)|search_quer(?:y|ies)|검색어|standalone_question)$/iu, 'query'],
  [/^(?:text|completion)$/iu, 'completion'],
  [/^(?:tool_calls?|tools?)$/iu, 'tools'],
  [/^(?:emoji)$/iu, 'emoji'],
  [/^(?:summary|요약)$/iu, 'summary'],
];

function formOf(instruction: string): HelperForm {
  const members = exampleMembers(instruction);
  if (members.length > 0) return { kind: 'object', members };
  return JSON_LIST.test(instruction) ? { kind: 'array' } : { kind: 'text' };
}

function taskOfForm(form: HelperForm): HelperTask | undefined {
  if (form.kind !== 'object') return undefined;
  for (const { name } of form.members)
    for (const [pattern, task] of TASK_OF_MEMBER) if (pattern.test(name)) return task;
  return undefined;
}

/** The task whose sentence is first. If the form names one of the requested tasks, that task. */
function taskOf(instruction: string, form: HelperForm): HelperTask | undefined {
  const found = TASKS.map(([task, pattern]) => ({ task, at: instruction.search(pattern) })).filter(
    ({ at }) => at !== -1,
  );
  const named = taskOfForm(form);
  if (found.some(({ task }) => task === named)) return named;
  return found.sort((a, b) => a.at - b.at)[0]?.task;
}

function maxWordsIn(instruction: string): number | undefined {
  const words = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, ten: 10 };
  const number = /(?:(\d{1,2}) ?(?:-|–|~|to) ?)?(\d{1,2})[- ]?(?:words?|단어|개 ?단어)/iu.exec(instruction)?.[2];
  if (number !== undefined) return Number(number);
  const named = /\b(two|three|four|five|six|seven|eight|ten)[- ]words?\b/iu.exec(instruction)?.[1]?.toLowerCase();
  return Object.entries(words).find(([name]) => name === named)?.[1];
}

function readPrompt(instruction: string, turns: readonly TranscriptTurn[]): HelperPrompt | undefined {
  const form = formOf(instruction);
  const task = taskOf(instruction, form);
  if (task === undefined || !FORM.test(instruction)) return undefined;
  const named = taskOfForm(form) === task;
  if (turns.length === 0 && task !== 'tools' && task !== 'completion') return undefined;
  if (!named && (!OF_TALK.test(instruction) || ANSWERS.test(instruction))) return undefined;
  return { task, form, maxWords: maxWordsIn(instruction), turns };
}

/**
 * Recognises background prompts of chat clients: a title, tags, follow-up suggestions, a self-contained question. The recognition uses the
 * shape of the prompt, not the wording of one product: an instruction to make something of that kind about a conversation, in a given form,
 * with the conversation in the message or before it.
 * @returns undefined for a question about the documents
 */
export function helperPromptIn(messages: readonly Said[]): HelperPrompt | undefined {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages[at];
  if (last === undefined) return undefined;
  const earlier = messages
    .slice(0, at)
    .flatMap(({ role, text }) => (role === 'user' || role === 'assistant' ? [{ role, text }] : []));
  const start = transcriptStart(last.text);
  const within = transcriptIn(last.text);
  const own = readPrompt(
    `${last.text.slice(0, Math.min(start, READ))}\n${start < last.text.length ? last.text.slice(-600) : ''}`,
    within.length > 0 ? within : earlier,
  );
  if (own !== undefined) return own;
  // The instruction may be in the system message, and the conversation or its first question in the user's message.
  const system = messages.findLast(({ role }) => role === 'system')?.text.slice(0, READ) ?? '';
  if (system === '' || ANSWERS.test(system)) return undefined;
  const opening = system.slice(0, 400);
  if (!TASKS.some(([, pattern]) => pattern.test(opening)) || !OF_TALK.test(opening)) return undefined;
  const turns = within.length > 0 ? within : [...earlier, { role: 'user' as const, text: last.text }];
  return readPrompt(system, turns);
}
