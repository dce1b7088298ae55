import { Language } from '../../text/language.js';

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
    ? `(메시지에 첨부된 ${names.join(', ')}은(는) 읽지 않았습니다. 텍스트로 된 질문에만 답합니다.)`
    : `(Your message also holds ${names.join(' and ')}, which was not read: only the text of a question is answered.)`;
}
