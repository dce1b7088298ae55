import { WriterPassage } from './written-answer.js';
import { hasSyllable } from '../../text/korean/hangul-syllable.js';

/** The allowed words of an answer (the passages) and the forbidden ones (the prompt). */
export interface ScreenSource {
  /** Passages with titles and sections, normalized. */
  readonly passages: string;
  /** Every run of words of the prompt that would reveal it. */
  readonly promptRuns: ReadonlySet<string>;
  /** The words of the prompt, and those of the passages, each with one blank around it. */
  readonly promptWords: string;
  readonly passageWords: string;
}

/** Number of consecutive words (or Korean syllables and letters) that reveal the prompt; a shorter whole sentence also does. */
const RUN_WORDS = 5;
const MIN_SENTENCE_WORDS = 3;
const RUN_SYLLABLES = 12;

/** Link of Markdown, image or not; its label stays. */
const MARKDOWN_LINK = /!?\[([^\]\n]{0,300})\]\(([^)\n]{0,2000})\)/gu;
const HTML_TAG = /<\/?[a-z!][^<>\n]{0,2000}>/giu;
const SCHEME = String.raw`(?:https?|hxxps?|ftps?|wss?|file|data|javascript|mailto|tel|sms|ipfs|ssh|git):[^\s<>"'”’)\]】]{2,2000}`;
const EMAIL = String.raw`[\p{L}\p{N}._%+-]{1,64}(?:@|\s?\(at\)\s?|\s?\[at\]\s?)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}`;
const HOST = String.raw`(?<![\p{L}\p{N}.-])@?(?:[a-z0-9-]{1,63}\.){1,6}(?:com|net|org|edu|gov|io|ai|app|dev|co|me|ly|gg|tv|cc|xyz|info|biz|site|online|shop|club|top|link|click|live|kr|jp|cn|us|uk|de|fr|eu|ru|in|ch|at|example|test|invalid|local|onion)(?![a-z0-9-])(?:[/?#:][^\s<>"'”’)\]】]{0,2000})?`;
const NUMBERED_HOST = String.raw`(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])(?:[/?#:][^\s<>"'”’)\]】]{0,2000})?`;
/** A word of this length is not text: it encodes data. */
const BLOB = String.raw`[A-Za-z0-9+/=_-]{40,}`;
const ADDRESS = new RegExp(`${SCHEME}|${EMAIL}|${HOST}|${NUMBERED_HOST}|${BLOB}`, 'giu');
const TRAILING = /(?<![.,;:!?…])[.,;:!?…]+$/u;

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function words(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function joined(text: string): string {
  return ` ${words(text).join(' ')} `;
}

/** Runs of five words, and of twelve letters where Korean is among them, which joins and splits words freely. */
function runs(text: string): string[] {
  const own = words(text);
  const found: string[] = [];
  for (let i = 0; i + RUN_WORDS <= own.length; i++) found.push(own.slice(i, i + RUN_WORDS).join(' '));
  if (!own.some(hasSyllable)) return found;
  const letters = own.join('');
  for (let i = 0; i + RUN_SYLLABLES <= letters.length; i++) {
    const run = letters.slice(i, i + RUN_SYLLABLES);
    if (hasSyllable(run)) found.push(run);
  }
  return found;
}

/** @param secret the prompt's rules; text that is also in a passage is not secret */
export function screenSource(passages: readonly WriterPassage[], secret: string): ScreenSource {
  const shown = passages.map(({ title, section, text }) => `${title}\n${section ?? ''}\n${text}`).join('\n');
  const open = new Set(runs(shown));
  return {
    passages: folded(shown),
    promptRuns: new Set(runs(secret).filter((run) => !open.has(run))),
    promptWords: joined(secret),
    passageWords: joined(shown),
  };
}

/** Whether a sentence repeats a part of the prompt, or is one of its sentences. */
export function givesAwayPrompt(sentence: string, source: ScreenSource): boolean {
  const own = words(sentence);
  if (own.length >= MIN_SENTENCE_WORDS && own.length < RUN_WORDS) {
    const whole = joined(sentence);
    return source.promptWords.includes(whole) && !source.passageWords.includes(whole);
  }
  return runs(sentence).some((run) => source.promptRuns.has(run));
}

/** Replacement of an address that is in no passage. */
const REMOVED = '[…]';

interface Screened {
  readonly text: string;
  readonly removed: number;
}

function screenOnce(text: string, source: ScreenSource): Screened {
  let removed = 0;
  const isKnown = (address: string) => source.passages.includes(folded(address));
  const clean = text
    .replace(MARKDOWN_LINK, (whole, label: string, target: string) => {
      if (isKnown(whole)) return whole;
      if (isKnown(target.trim()) && target.trim() !== '') return `${label} (${target.trim()})`;
      removed++;
      // A number is a citation in the form of a link.
      return /^\d{1,3}$/u.test(label) ? `[${label}]` : label;
    })
    .replace(HTML_TAG, (tag) => {
      if (isKnown(tag)) return tag;
      removed++;
      return ' ';
    })
    .replace(ADDRESS, (match) => {
      const address = match.replace(TRAILING, '');
      if (isKnown(address)) return match;
      removed++;
      return REMOVED + match.slice(address.length);
    });
  return { text: clean, removed };
}

/** Maximum number of rounds: an address may be nested in another. */
const MAX_ROUNDS = 4;

/**
 * Removes every link, e-mail address, host name, tag and over-long code word that is in no passage. The answer must not lead its reader, or
 * the page that shows it, to an address that the documents do not contain.
 */
export function withoutForeignAddresses(text: string, source: ScreenSource): Screened {
  let screened: Screened = { text, removed: 0 };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = screenOnce(screened.text, source);
    if (next.removed === 0) break;
    screened = { text: next.text, removed: screened.removed + next.removed };
  }
  return screened;
}
