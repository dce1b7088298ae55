import { AnalysedMessage } from './analysed-message.js';
import { Evidence } from './evidence.js';
import { contentWords } from './follow-up.js';

/** Beginnings of a word that tell it through its endings. */
const HANGUL_ROOT = 2;
const LATIN_ROOT = 4;
/** Share of a message's own content words that what answers it must hold. */
const OWN_SHARE = 0.5;
/** A message of more content words says enough by itself. */
const MOST_WORDS = 8;

/**
 * How a message of a conversation may be read beside its first reading: by itself, and with the whole question before it. Which of them is
 * meant shows in what the documents answer.
 */
export function otherReadings(message: string, { intent, question, previous }: AnalysedMessage): readonly string[] {
  if (previous === undefined || intent === 'general') return [];
  const withPrevious = `${previous.replace(/(?<![?？!])[?？!]+$/u, '')} ${message}`;
  const readings = contentWords(message).length > MOST_WORDS ? [message] : [withPrevious, message];
  return readings.filter((one) => one !== question);
}

function rootOf(word: string): string {
  const folded = word.normalize('NFC').toLowerCase();
  return folded.slice(0, /[\uac00-\ud7a3]/u.test(folded) ? HANGUL_ROOT : LATIN_ROOT);
}

/** Whether a passage speaks of what a message itself names; true of one that names nothing. */
export function speaksOf({ title, section, text }: Evidence, message: string): boolean {
  const own = contentWords(message).map(rootOf);
  const said = `${title} ${section ?? ''} ${text}`.normalize('NFC').toLowerCase();
  return own.filter((root) => said.includes(root)).length >= OWN_SHARE * own.length;
}
