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
  'chat',
];
/** `USER:`, `**Assistant**:`, `사용자:` at the start of a line. */
const ROLE =
  /^[#*\s>-]{0,6}(user|human|customer|q|question|follow[- ]?up (?:input|question)|(?:latest|last|new|current) (?:message|question|input)|assistant|ai|bot|model|chatbot|a|answer|사용자|유저|고객|질문자|사람|(?:후속|마지막|새) ?질문|질문|어시스턴트|도우미|챗봇|상담원|답변자|답변)[*\s]{0,4}[:：][*\s]{0,4}/iu;
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

function fromLines(text: string): TranscriptTurn[] {
  const turns: { role: TranscriptTurn['role']; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const name = ROLE.exec(line.slice(0, 80));
    const last = turns.at(-1);
    if (name !== null)
      turns.push({
        role: OF_ASSISTANT.test(name[1] ?? '') ? 'assistant' : 'user',
        lines: [line.slice(name[0].length)],
      });
    else if (last !== undefined) last.lines.push(line);
  }
  return turns
    .map(({ role, lines }) => ({ role, text: lines.join('\n').replace(REPLY_LABEL, '').trim() }))
    .filter(({ text }) => text !== '');
}

/** Offset of the transcript in a message; the message's length without one. */
export function transcriptStart(text: string): number {
  const lower = text.toLowerCase();
  const starts = TAGS.map((tag) => lower.indexOf(`<${tag}>`)).filter((at) => at !== -1);
  let at = 0;
  for (const line of text.split('\n')) {
    if (ROLE.test(line.slice(0, 80))) {
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
