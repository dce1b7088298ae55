import { withParticle } from '../../text/korean/korean-particle.js';
import { questionIn } from './asked-question.js';
import { Language } from '../../text/language.js';

/** One message of a client's conversation, in any protocol. */
export interface Said {
  readonly role: 'user' | 'assistant' | 'system' | 'other';
  readonly text: string;
  /** Kinds of parts that are not text (`image_url`, `input_audio`, `file`): they are not read. */
  readonly unread: readonly string[];
}

/** As in /chat/run. */
export const MAX_QUESTION = 4_000;
/** Number of questions that a follow-up may refer to; "it" does not refer to older ones. */
export const MAX_HISTORY = 10;

/** The last question of a conversation, with the previous questions. */
export interface AskedConversation {
  readonly text: string;
  /** Earlier questions, oldest first. */
  readonly history: readonly string[];
  /** Kinds of parts of the question's message that were not read, each once. */
  readonly unread: readonly string[];
}

/**
 * The last message of the user is the question; the user's messages before it are the conversation. Messages of system, assistant and tools
 * are not read: answers come only from the documents, and no message may add to them. Templates of programs around a question are removed.
 * @returns undefined without a message of the user
 */
export function readConversation(messages: readonly Said[]): (AskedConversation & { readonly at: number }) | undefined {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const question = messages[at];
  if (question === undefined) return undefined;
  const history = messages
    .slice(0, at)
    .filter(({ role }) => role === 'user')
    .slice(-MAX_HISTORY)
    .map(({ text }) => questionIn(text).slice(0, MAX_QUESTION))
    .filter((earlier) => earlier.trim() !== '');
  return { text: questionIn(question.text), history, unread: [...new Set(question.unread)], at };
}

type Medium = 'image' | 'sound' | 'file' | 'part';

const NAMES: Readonly<Record<Language, Readonly<Record<Medium, string>>>> = {
  en: { image: 'an image', sound: 'a sound recording', file: 'a file', part: 'a part that is not text' },
  ko: { image: '이미지', sound: '음성', file: '파일', part: '텍스트가 아닌 부분' },
};

function mediumOf(kind: string): Medium {
  if (/image|video/u.test(kind)) return 'image';
  if (/audio|sound/u.test(kind)) return 'sound';
  return /file|document/u.test(kind) ? 'file' : 'part';
}

/** A note on the unread parts of a message, in the question's language; undefined if everything was read. */
export function unreadNote(kinds: readonly string[], language: Language): string | undefined {
  if (kinds.length === 0) return undefined;
  const names = [...new Set(kinds.map((kind) => NAMES[language][mediumOf(kind)]))];
  return language === 'ko'
    ? `(메시지에 첨부된 ${withParticle(names.join(', '), 'topic')} 읽지 않았습니다. 텍스트로 된 질문에만 답합니다.)`
    : `(Your message also holds ${names.join(' and ')}, which was not read: only the text of a question is answered.)`;
}
