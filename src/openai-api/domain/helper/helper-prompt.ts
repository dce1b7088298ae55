import { hasContext } from '../asked-question.js';
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
  readonly maxCharacters: number | undefined;
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

/**
 * What each task makes, without a verb: enough where the prompt has a conversation in it, or names the one before it. A verb and an object
 * in one sentence are needed elsewhere, since documents have titles and tags as well.
 */
const NAMED_TASKS: readonly (readonly [HelperTask, RegExp])[] = [
  [
    'follow_ups',
    /\b(?:follow[- ]?ups?|next) (?:questions|prompts|messages)\b|\b(?:ask|asked|say|want to know) next\b|\b(?:could|might|may|would|likely) (?:then )?(?:ask|send|type)\b|\b(?:quick|suggested|possible) (?:replies|questions|prompts|continuations)\b|(?:후속|다음|추천|연관|이어질|꼬리) ?질문(?![^\n]{0,20}(?:독립|바꿔|다시|고쳐))|(?:물을|물어볼|질문할|보낼|궁금해할) ?만한|궁금해할/iu,
  ],
  [
    'query',
    /\b(?:stand-?alone|self-contained|independent|context-free) (?:\w{1,12} )?(?:question|query|request|sentence)\b|\bsearch (?:quer(?:y|ies)|terms?|phrases?|keywords?|strings?)\b|\bresolve\b[^\n.]{0,30}\b(?:references?|pronouns?)\b|\b(?:re-?write|re-?phrase|reformulate|condense)\b|검색(?:어|용)|질의어|(?:독립|단독)(?:적인|된|형)? ?(?:질문|질의|문장)|(?:혼자서도|그것만으로|그 자체로)[^\n]{0,20}질문|(?:대화|맥락|문맥) ?없이|\b(?:makes? sense|understood|understandable) (?:on its own|by itself|without)\b/iu,
  ],
  [
    'tags',
    /\b(?:tags?|hashtags?|keywords?|labels|topics|themes|categor(?:y|ies|i[sz]e)|classif(?:y|ication))\b|태그|키워드|핵심어|주제어|분류|꼬리표/iu,
  ],
  [
    'title',
    /\b(?:thread|chat|conversation) name\b|\b(?:titles?|headings?|headlines?|captions?|subject lines?|label)\b|\bnames?\b[^\n.]{0,60}\b(?:conversation|chat|dialogue|thread|exchange)\b|\b(?:conversation|chat|dialogue|thread|exchange)\b[^\n.]{0,60}\bnames?\b|제목|표제|대화명|(?:대화|채팅)[^\n.]{0,30}이름/iu,
  ],
];

/** Enough only where the conversation is inside the prompt. */
const NAME: readonly [HelperTask, RegExp] = ['title', /\bname\b|이름/iu];

/** The sentence is about a conversation, not about documents. */
const OF_TALK =
  /\b(?:conversations?|chats?|dialogues?|discussion|chat history|messages?|thread|user'?s? (?:message|prompt|input|query|question)s?|follow[- ]?up|exchange|ask next|(?:next|suggested) questions|quick replies)\b|대화|채팅|메시지|문답|이야기|사용자의? ?(?:질문|메시지|입력|마지막)|후속|(?:물을|물어볼|보낼) 만한|\buser turns?\b/iu;
/** The form of the reply. */
const FORM =
  /\bjson\b|\b(?:only|just|nothing (?:but|else)|no (?:other|additional|extra|explanation|quotes?))\b|(?:\d|\b(?:two|three|four|five|six|seven|eight|ten))[- ]words?\b|\bwords? or (?:less|fewer)\b|\b(?:concise|short|brief)\b|\bcharacters?\b|\b(?:at most|max(?:imum)?|up to|nothing more|one per line|comma|no (?:numbering|answer))\b|\b(?:do not|don't|never) answer\b|단어|글자|\d ?자(?: |이내)|만 ?(?:출력|답|작성|반환|적|말|써)|하나만|한 줄|이내|최대|쉼표|다른 말|답(?:변)?하지 ?(?:마|말)|번호 없이|형식|간결|짧|in (?:its|the) original language|[:：]\s{0,20}$/iu;
/** A prompt that requests an answer to a question is not a helper prompt. */
const ANSWERS =
  /(?<!\b(?:not|don't|never|without|than) )\b(?:answer|respond to|reply to)\b[^\n.]{0,40}\b(?:question|query|user)\b|질문에[^\n.]{0,20}(?:대답|답변|답)(?!\S{0,2}지)/iu;
/** A question, and no instruction. */
const ASKED = /[?？]|(?:나요|까요|니까|가요)[.\s]*$|[는은인]지(?:를|도)? ?(?:알려|말해|궁금|설명)/u;
/** The reply is this and nothing else, as an ordinary system message does not say. */
const ALONE =
  /\b(?:only|nothing else|no (?:punctuation|explanation|other))\b|\b(?:do not|don't|never) answer\b|만 ?(?:출력|적|쓰|씁|답|작성|반환)|외에는|(?:답|답변)하지/iu;
/** The system message of a client that answers from documents. */
const OF_DOCUMENTS = /\b(?:documents?|sources?|citations?|search results|knowledge base|articles?)\b|문서|출처|인용/iu;
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
  const shown = exampleMembers(instruction);
  // The messages of a conversation in JSON do not show the form of the reply.
  const members = shown.some(({ name }) => name === 'role') ? [] : shown;
  if (members.length > 0) return { kind: 'object', members };
  return JSON_LIST.test(instruction) ? { kind: 'array' } : { kind: 'text' };
}

function taskOfForm(form: HelperForm): HelperTask | undefined {
  if (form.kind !== 'object') return undefined;
  for (const { name } of form.members)
    for (const [pattern, task] of TASK_OF_MEMBER) if (pattern.test(name)) return task;
  return undefined;
}

/** The task whose sentence is first. If the form names one of the requested tasks, that task. A summary may be meant as a title. */
function taskOf(
  instruction: string,
  form: HelperForm,
  tasks: readonly (readonly [HelperTask, RegExp])[],
): HelperTask | undefined {
  const found = tasks
    .map(([task, pattern]) => ({ task, at: instruction.search(pattern) }))
    .filter(({ at }) => at !== -1);
  const named = taskOfForm(form);
  if (found.some(({ task }) => task === named)) return named;
  found.sort((a, b) => a.at - b.at);
  return (found.find(({ task }) => task !== 'summary') ?? found[0])?.task;
}

function maxWordsIn(instruction: string): number | undefined {
  const words = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, ten: 10 };
  const number = /(?:(\d{1,2}) ?(?:-|–|~|to) ?)?(\d{1,2})[- ]?(?:words?|단어|개 ?단어)/iu.exec(instruction)?.[2];
  if (number !== undefined) return Number(number);
  const named = /\b(two|three|four|five|six|seven|eight|ten)[- ]words?\b/iu.exec(instruction)?.[1]?.toLowerCase();
  return Object.entries(words).find(([name]) => name === named)?.[1];
}

/**
 * Where the conversation is: `inside` the prompt, turn by turn, so that the prompt itself asks nothing about documents; `before` it; or
 * `elsewhere`, which is not certain.
 */
type Place = 'inside' | 'before' | 'elsewhere';

function readPrompt(
  instruction: string,
  turns: readonly TranscriptTurn[],
  place: Place = 'elsewhere',
): HelperPrompt | undefined {
  const form = formOf(instruction);
  const isOfTalk = place === 'inside' || OF_TALK.test(instruction);
  const isNamed = place === 'inside' || (place === 'before' && isOfTalk && !ASKED.test(instruction));
  const tasks = isNamed ? [...TASKS, ...NAMED_TASKS] : TASKS;
  const task = taskOf(instruction, form, tasks) ?? (place === 'inside' ? taskOf(instruction, form, [NAME]) : undefined);
  if (task === undefined) return undefined;
  const hasForm = form.kind !== 'text' || FORM.test(instruction);
  if (!hasForm && !(place === 'inside' && task === 'query')) return undefined;
  if (turns.length === 0 && task !== 'tools' && task !== 'completion') return undefined;
  if (taskOfForm(form) !== task && (!isOfTalk || ANSWERS.test(instruction))) return undefined;
  const characters = /(\d{1,3}) ?(?:characters|chars|글자|자(?= |이내|를|로|만|$))/iu.exec(instruction)?.[1];
  const maxCharacters = characters === undefined ? undefined : Number(characters);
  return { task, form, maxWords: maxWordsIn(instruction), maxCharacters, turns };
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
  const instruction = `${last.text.slice(0, Math.min(start, READ))}\n${start < last.text.length ? last.text.slice(-600) : ''}`;
  const own = readPrompt(instruction, within.length > 0 ? within : earlier, placeOf(last.text, within, earlier));
  if (own !== undefined) return own;
  // The instruction may be in the system message, and the conversation or its first question in the user's message.
  const system = messages.findLast(({ role }) => role === 'system')?.text.slice(0, READ) ?? '';
  if (system === '' || ANSWERS.test(system) || OF_DOCUMENTS.test(system)) return undefined;
  const opening = system.slice(0, 400);
  const isAlone = ALONE.test(system);
  const tasks = isAlone ? [...TASKS, ...NAMED_TASKS] : TASKS;
  if (!tasks.some(([, pattern]) => pattern.test(opening)) || !OF_TALK.test(opening)) return undefined;
  const turns = within.length > 0 ? within : [...earlier, { role: 'user' as const, text: last.text }];
  return readPrompt(system, turns, isAlone ? 'inside' : 'elsewhere');
}

/** A template with retrieved passages has titles of its own, and a question to answer. */
function placeOf(text: string, within: readonly TranscriptTurn[], earlier: readonly TranscriptTurn[]): Place {
  if (hasContext(text)) return 'elsewhere';
  if (within.some(({ role }) => role === 'assistant')) return 'inside';
  return within.length === 0 && earlier.length > 0 ? 'before' : 'elsewhere';
}
