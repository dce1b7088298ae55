import { hasContext } from '../asked-question.js';
import { Said } from '../conversation.js';
import { transcriptIn, transcriptStart, TranscriptTurn } from './transcript.js';

/** Task of a chat client's background prompt about its conversation. */
export type HelperTask = 'title' | 'tags' | 'follow_ups' | 'query' | 'summary' | 'completion' | 'emoji' | 'tools';

export interface HelperPrompt {
  readonly task: HelperTask;
  /** The members of the JSON object that the reply is; `array` for a JSON array, `text` for the values alone. */
  readonly form: 'text' | 'array' | readonly { readonly name: string; readonly isList: boolean }[];
  /** Maximum number of words of a title; undefined if the prompt names no number. */
  readonly maxWords: number | undefined;
  readonly turns: readonly TranscriptTurn[];
}

/** What each task makes. The name of a member of the reply counts before the words of the instruction. */
const TASKS: readonly (readonly [HelperTask, RegExp])[] = [
  ['follow_ups', /follow[-_ ]?ups?(?! (?:question,|input))(?= ?(?:questions|prompts|\W))|(?:next|suggested) (?:next )?(?:questions|prompts)|suggestions|ask next|후속|추천 질문|(?:물어볼|물을) 만한|궁금해할|^questions$/iu],
  ['query', /stand-?alone|search (?:quer|term)|quer(?:y|ies)|re-?(?:write|phrase)|reformulate|on its own|검색어|독립|질문으로|대화 없이/iu],
  ['title', /\b(?:titles?|captions?|subject line|names?)\b|제목|이름/iu],
  ['tags', /\b(?:tags?|hashtags?|keywords?|topics|themes|labels?)\b|태그|키워드|주제어/iu],
  ['summary', /\bsummar/iu],
  ['completion', /\bauto-?complet|^text$|자동 ?완성/iu],
  ['emoji', /\bemoji\b|이모지/iu],
  ['tools', /\bavailable tools\b|tool_calls|사용 ?가능한 도구/iu],
]; // prettier-ignore
const OF_TALK =
  /conversation|chat|dialogue|exchange|history|messages|query|follow[- ]?up|대화|채팅|상담|(?:next|suggested) questions|이어서/iu;
/** The form of the reply, which a question about documents does not name together with a conversation. */
const FORM =
  /\bjson\b|\b(?:only|nothing|no quotes|one per line|separated by|standalone|on its own)\b|\d[- ]?(?:words?|characters|단어|자)|words? or less|만 ?(?:출력|적|답|작성|쓰)|쉼표|배열|한 줄|대화 없이/iu;
/** Such a prompt wants an answer to a question. */
const ANSWERS = /(?<!\b(?:not|don't|never) )\banswer (?:the|any|a|all)\b[^\n.]{0,40}\b(?:question|query|user)\b|질문에[^\n.]{0,20}답(?!\S{0,2}지)/iu; // prettier-ignore
const ASKED = /[?？]|(?:나요|까요|니까|가요)[.\s]*$|(?:알려|말해|답해) ?(?:줘|주)/u;
const OF_DOCUMENTS = /\b(?:documents?|sources?|citations?|search results|knowledge base)\b|문서|출처|인용/iu;
/** Number of characters of a prompt that are searched for instructions. */
const READ = 8_000;
const MEMBER = /["“]([\p{L}\w -]{1,40})["”]\s{0,10}:\s{0,10}(\[)?/gu;
const KEY = /\bjson\b[^\n]{0,40}\b(?:key|field|member) ["'`“](\w{1,40})["'`”]/iu;
const JSON_LIST = /json (?:array|list)|array of strings|\[\s{0,10}"[^"\n]{0,200}"\s{0,10},|json ?배열|문자열 ?배열/iu;

function formOf(instruction: string): HelperPrompt['form'] {
  const start = instruction.search(/\{\s{0,40}["“]/u);
  const shown = start === -1 ? [] : [...instruction.slice(start, start + 1_000).matchAll(MEMBER)];
  const lists = new Map(shown.map(([, name = '', list]) => [name.trim(), list !== undefined] as const));
  const members = [...lists].map(([name, isList]) => ({ name, isList }));
  // What follows the list of objects belongs to these objects. The messages of a conversation are not the form.
  const firstList = members.findIndex(({ name, isList }) => isList && name === 'tool_calls');
  const own = firstList === -1 ? members : members.slice(0, firstList + 1);
  if (own.length > 0 && own.every(({ name }) => name !== 'role')) return own;
  const key = KEY.exec(instruction)?.[1];
  if (key !== undefined) return [{ name: key, isList: false }];
  return JSON_LIST.test(instruction) ? 'array' : 'text';
}

function taskOf(instruction: string, form: HelperPrompt['form']): HelperTask | undefined {
  const names = typeof form === 'string' ? [] : form.map(({ name }) => name);
  const named = TASKS.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0];
  const found = TASKS.map(([task, pattern]) => ({ task, at: instruction.search(pattern) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  // A title may summarize.
  return named ?? (found.find(({ task }) => task !== 'summary') ?? found[0])?.task;
}

function readPrompt(instruction: string, turns: readonly TranscriptTurn[]): HelperPrompt | undefined {
  const form = formOf(instruction);
  const task = taskOf(instruction, form);
  if (task === undefined || (form === 'text' && !FORM.test(instruction)) || ANSWERS.test(instruction)) return undefined;
  if (turns.length === 0 && task !== 'tools' && task !== 'completion') return undefined;
  const number = /(\d{1,2})[- ]?(?:words?|단어)/iu.exec(instruction)?.[1];
  return { task, form, maxWords: number === undefined ? undefined : Number(number), turns };
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
  if (last === undefined || hasContext(last.text)) return undefined;
  const earlier = messages
    .slice(0, at)
    .flatMap(({ role, text }) => (role === 'user' || role === 'assistant' ? [{ role, text }] : []));
  const start = transcriptStart(last.text);
  const within = transcriptIn(last.text);
  const instruction = `${last.text.slice(0, Math.min(start, READ))}\n${start < last.text.length ? last.text.slice(-600) : ''}`;
  const isInside = within.length > 0 && start < last.text.length;
  const isAbout = OF_TALK.test(last.text) && (formOf(last.text) !== 'text' || !ASKED.test(last.text));
  const own = isInside || isAbout ? readPrompt(instruction, isInside ? within : earlier) : undefined;
  if (own !== undefined) return own;
  // The instruction may be in the system message, and the conversation or its first question in the user's message.
  const system = messages.findLast(({ role }) => role === 'system')?.text.slice(0, READ) ?? '';
  if (!OF_TALK.test(system) || OF_DOCUMENTS.test(system)) return undefined;
  return readPrompt(system, [...earlier, { role: 'user', text: last.text }]);
}
