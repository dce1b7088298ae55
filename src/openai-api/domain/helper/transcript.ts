import { lastTagged } from '../tagged-text.js';

/** One turn of a conversation inside a message. */
export interface TranscriptTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

const TAGS = [
  'chat_history',
  'conversation_history',
  'conversation',
  'history',
  'messages',
  'dialogue',
  'transcript',
  'exchange',
  'dialog',
  'thread',
  'chat',
  '대화',
  '대화기록',
  '채팅',
];
/** `USER:`, `**Assistant**:`, `사용자:` at the start of a line. */
const ROLE =
  /^[#*\s>-]{0,6}((?:user|customer)(?:'s)? (?:new |latest |last )?(?:question|message|query)|user|human|customer|q|question|follow[- ]?up (?:input|question|message)|(?:latest|last|new|current|final|most recent) (?:user )?(?:message|question|input|query|request)|assistant|ai|bot|model|chatbot|a|answer|사용자|유저|고객|질문자|사람|(?:후속|마지막|새|최근|현재|이번) ?(?:질문|말|발화|메시지|입력|요청)|질문|어시스턴트|도우미|챗봇|상담원|답변자|답변)[*\s]{0,4}[:：][*\s]{0,4}/iu;
const OF_ASSISTANT = /^(?:assistant|ai|bot|model|chatbot|a|answer|어시스턴트|도우미|챗봇|상담원|답변자|답변)$/iu;
/** The label of the reply at the end of a prompt: `Standalone question:`, `제목:`. */
const REPLY_LABEL = /\n[^\n:：]{1,40}[:：]\s*$/u;

function fromJson(text: string): TranscriptTurn[] | undefined {
  const start = text.indexOf('[');
  const end = text.lastIndexOf(']');
  if (start === -1 || end <= start || !/"role"/u.test(text.slice(start, end))) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    if (!Array.isArray(value)) return undefined;
    return value.flatMap((one: unknown): TranscriptTurn[] => {
      if (typeof one !== 'object' || one === null || !('role' in one) || !('content' in one)) return [];
      if (typeof one.content !== 'string' || (one.role !== 'user' && one.role !== 'assistant')) return [];
      return [{ role: one.role, text: one.content }];
    });
  } catch {
    return undefined;
  }
}

/** `Minji:`, `담당자:` at the start of a line. */
const SPEAKER = /^[*\s>-]{0,6}(\p{L}[\p{L} .]{0,19})[*\s]{0,4}[:：][*\s]/u;

type RoleOf = (line: string) => { readonly role: TranscriptTurn['role']; readonly length: number } | undefined;

/** Who speaks in a line. Two names that take turns are a person and who answers, whatever they are called. */
function rolesIn(text: string): RoleOf {
  const names = text.split('\n').flatMap((line) => SPEAKER.exec(line.slice(0, 80))?.[1] ?? []);
  const at = names.findIndex((name, i) => name === names[i + 2] && name !== names[i + 1]);
  const [person, other] = at === -1 ? [] : names.slice(at);
  return (line) => {
    const start = line.slice(0, 80);
    const [whole, role] = ROLE.exec(start) ?? [];
    if (whole !== undefined)
      return { role: OF_ASSISTANT.test(role ?? '') ? 'assistant' : 'user', length: whole.length };
    const [label, name] = SPEAKER.exec(start) ?? [];
    if (label === undefined || (name !== person && name !== other)) return undefined;
    return { role: name === other ? 'assistant' : 'user', length: label.length };
  };
}

/** A line that only closes or separates a part of a prompt. */
const BORDER = /^\s*(?:["'`#*=~_-]{2,40}|<\/?[\p{L}_ -]{1,40}>)\s*$/u;

function fromLines(text: string): TranscriptTurn[] {
  const turns: { role: TranscriptTurn['role']; lines: string[] }[] = [];
  const roleOf = rolesIn(text);
  let isOpen = false;
  for (const line of text.split('\n')) {
    const said = roleOf(line);
    const last = turns.at(-1);
    isOpen = said !== undefined || (isOpen && !BORDER.test(line.slice(0, 80)));
    if (said !== undefined) turns.push({ role: said.role, lines: [line.slice(said.length)] });
    else if (last !== undefined && isOpen) last.lines.push(line);
  }
  return turns
    .map(({ role, lines }, i) => {
      const text = lines.join('\n').replace(REPLY_LABEL, '').trim();
      // After the conversation the prompt continues with its instruction.
      return { role, text: i === turns.length - 1 ? (text.split(/\n[ \t]*\n/u)[0] ?? '') : text };
    })
    .filter(({ text }) => text !== '');
}

/** Offset of the transcript in a message; the message's length without one. */
export function transcriptStart(text: string): number {
  const lower = text.toLowerCase();
  const starts = TAGS.map((tag) => lower.indexOf(`<${tag}>`)).filter((at) => at !== -1);
  const roleOf = rolesIn(text);
  let at = 0;
  for (const line of text.split('\n')) {
    if (roleOf(line) !== undefined) {
      starts.push(at);
      break;
    }
    at += line.length + 1;
  }
  return Math.min(text.length, ...starts);
}

/** The turns of the conversation inside a message: in an element, in lines that start with a role, or as JSON; [] without one. */
export function transcriptIn(text: string): readonly TranscriptTurn[] {
  const tagged = lastTagged(text, TAGS);
  const turns = fromJson(tagged ?? text) ?? fromLines(tagged ?? text);
  if (turns.length > 0) return turns;
  return tagged === undefined || tagged === '' ? [] : [{ role: 'user', text: tagged }];
}
