import { lastTagged } from '../tagged-text.js';

/** One turn of a conversation inside a message. */
export interface TranscriptTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** Elements in which prompts put a conversation. */
const TAGS = 'chat_history conversation_history conversation history messages dialogue transcript chat 대화 채팅'.split(
  ' ',
);
/** `USER:`, `**Assistant**:`, `담당자:`, `Follow Up Input:` at the start of a line. */
const SPEAKER = /^[#*\s>-]{0,6}(\p{L}[\p{L} '.-]{0,29})[*\s]{0,4}[:：](?=[*\s])[*\s]{0,4}/u;
const OF_ASSISTANT = /^(?:assistant|ai|bot|model|a|answer|agent|어시스턴트|도우미|챗봇|상담원|담당자|답변)$/iu;
const OF_USER =
  /^(?:user|human|customer|q|사용자|유저|고객|질문자|민원인)$|question|query|input|message|질문|발화|입력/iu;
/** A line that only closes or separates a part of a prompt. */
const BORDER = /^\s*(?:["'`#*=~_-]{2,40}|<\/?[\p{L}_ -]{1,40}>)\s*$/u;

function roleOf(line: string): { readonly role: TranscriptTurn['role']; readonly length: number } | undefined {
  const [whole = '', name = ''] = SPEAKER.exec(line.slice(0, 80)) ?? [];
  if (OF_ASSISTANT.test(name)) return { role: 'assistant', length: whole.length };
  return OF_USER.test(name) ? { role: 'user', length: whole.length } : undefined;
}

function fromJson(text: string): TranscriptTurn[] {
  const start = text.indexOf('[');
  const end = text.lastIndexOf(']');
  if (start === -1 || end <= start || !text.includes('"role"')) return [];
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    if (!Array.isArray(value)) return [];
    return value.flatMap((one: unknown): TranscriptTurn[] => {
      if (typeof one !== 'object' || one === null || !('role' in one) || !('content' in one)) return [];
      if (typeof one.content !== 'string' || (one.role !== 'user' && one.role !== 'assistant')) return [];
      return [{ role: one.role, text: one.content }];
    });
  } catch {
    return [];
  }
}

function fromLines(text: string): TranscriptTurn[] {
  const turns: { role: TranscriptTurn['role']; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const said = roleOf(line);
    isOpen = said !== undefined || (isOpen && line.trim() !== '' && !BORDER.test(line.slice(0, 80)));
    if (said !== undefined) turns.push({ role: said.role, lines: [line.slice(said.length)] });
    else if (isOpen) turns.at(-1)?.lines.push(line);
  }
  return turns
    .map(({ role, lines }) => ({ role, text: lines.join('\n').trim() }))
    .filter(({ text: said }) => said !== '');
}

/** Offset of the transcript in a message; the message's length without one. */
export function transcriptStart(text: string): number {
  const lower = text.toLowerCase();
  const tags = TAGS.map((tag) => lower.indexOf(`<${tag}>`)).filter((at) => at !== -1);
  const line = text.split('\n').find((one) => roleOf(one) !== undefined);
  return Math.min(text.length, ...tags, line === undefined ? text.length : text.indexOf(line));
}

/** The turns of the conversation inside a message: in an element, in lines that start with a role, or as JSON; [] without one. */
export function transcriptIn(text: string): readonly TranscriptTurn[] {
  const tagged = lastTagged(text, TAGS);
  const json = fromJson(tagged ?? text);
  const turns = json.length > 0 ? json : fromLines(tagged ?? text);
  if (turns.length > 0) return turns;
  return tagged === undefined || tagged === '' ? [] : [{ role: 'user', text: tagged }];
}
