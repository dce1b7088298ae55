import { escaped } from '../../../text/escaped.js';

const HANGUL_STRETCH = { least: 2, most: 6 } as const;
const MOST_WORDS = 3;

/** Stretches of letters of a Korean message, and sequences of words of an English one; also at its start or end. */
export function stretchesOf(text: string): Set<string> {
  const found = new Set<string>();
  const message = text.normalize('NFC').trim();
  for (const word of message.match(/[가-힣]+(?: [가-힣]+)?/gu) ?? [])
    for (let length: number = HANGUL_STRETCH.least; length <= HANGUL_STRETCH.most; length++)
      for (let at = 0; at + length <= word.length; at++) {
        const stretch = word.slice(at, at + length);
        if (stretch.trim() === stretch) found.add(escaped(stretch).replace(' ', ' ?'));
      }
  const words = message.toLowerCase().match(/[a-z']+/gu) ?? [];
  for (let count = 1; count <= MOST_WORDS; count++)
    for (let at = 0; at + count <= words.length; at++) {
      const run = words.slice(at, at + count).join(String.raw`\s+`);
      found.add(String.raw`\b${run}\b`);
      if (at === 0) found.add(String.raw`^${run}\b`);
    }
  if (/[?？]\s*$/u.test(message)) found.add(String.raw`[?？]\s*$`);
  return found;
}
