import { memoize } from '../../../text/memoize.js';
import { sentenceSpans } from '../../../text/sentences/sentences.js';
import { TextSpan } from '../../../text/text-span.js';

/** Elements in which a model writes its reasoning. */
const REASONING = ['think', 'thinking', 'reasoning', 'thought', 'scratchpad'] as const;
/** Marks of sources: `[1]`, `[2, 3]`. */
const SOURCE_MARK = /\[\d{1,3}(?:\s?[,-]\s?\d{1,3}){0,9}\]/gu;
/** Emphasis, code marks and table rules, which have no meaning. */
const MARKUP = /\*{1,3}|`{1,3}|~~|^#{1,6}[^\S\n]|^(?=[^\n]{0,200}---)[-:|\t ]{3,200}$/gmu;

const blanksFor = (text: string): string => text.replace(/[^\n]/gu, ' ');

function withoutElement(text: string, name: string): string {
  const lower = text.toLowerCase();
  const [open, close] = [`<${name}>`, `</${name}>`];
  if (!lower.includes(open) && !lower.includes(close)) return text;
  let out = '';
  let at = 0;
  for (;;) {
    const start = lower.indexOf(open, at);
    const end = lower.indexOf(close, at);
    if (end !== -1 && (start === -1 || end < start)) {
      // The model's template removed the opening mark: all text before the closing one is reasoning.
      out = blanksFor(text.slice(0, end + close.length));
      at = end + close.length;
      continue;
    }
    if (start === -1) return out + text.slice(at);
    const stop = end === -1 ? text.length : end + close.length;
    out += text.slice(at, start) + blanksFor(text.slice(start, stop));
    at = stop;
  }
}

/**
 * Blanks out parts of an answer that claim nothing: reasoning, source marks, emphasis. Blanks replace them, so that offsets stay valid.
 * @example readableAnswer('<think>7?</think>**14일**') // 17 blanks, then `  14일  `
 */
export function readableAnswer(text: string): string {
  const visible = REASONING.reduce(withoutElement, text.normalize('NFC'));
  return visible.replace(SOURCE_MARK, blanksFor).replace(MARKUP, blanksFor);
}

/** A sentence, list item or table row of an answer. */
export interface Saying extends TextSpan {
  readonly text: string;
}

/** Texts whose sentences are kept: each check reads them again. */
const REMEMBERED = 500;

/** The sentences, items and rows of a text, in order. */
export const sayingsOf = memoize(REMEMBERED, (text: string): readonly Saying[] =>
  sentenceSpans(text).map(({ start, end }) => ({ start, end, text: text.slice(start, end) })),
);
