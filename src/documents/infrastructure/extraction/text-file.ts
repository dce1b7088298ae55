import { UnreadableFileError } from '../../domain/text-extractor.js';
import { markdownTitle } from './document-title.js';
import type { ExtractionReply, TextFormat } from './extraction-task.js';
import { htmlTitle, readHtml } from './html-text.js';
import { readCalendar } from './mail/calendar-text.js';
import { readDelimited } from './sheets/delimited-table.js';
import { readSubtitles } from './subtitle-text.js';
import { tidyText } from './tidy-text.js';

/** A longer line is indented again: no sentence of a text is this long. */
const LONG_LINE = 1_000;
const INDENT = '  ';
const MAX_INDENT = 32;
const MAX_DEPTH = 1_000;
/** A string, a run of blanks, a sign of the structure, or any other word. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|\s+|[{}[\],:]|[^\s"{}[\],:]+/gsu;

/**
 * Prepares JSON (also JSON Lines) for reading as text: shows escaped letters as letters, and splits one long line into lines. Numbers,
 * blanks and comments stay unchanged; text that is not JSON stays unchanged.
 */
function readableJson(text: string): string {
  const shown = text.includes('\\u') ? withLetters(text) : text;
  return shown
    .split('\n')
    .map((line) => (line.length > LONG_LINE && /^\s{0,99}[{[]/u.test(line) ? indented(line) : line))
    .join('\n');
}

/** Replaces escapes of letters in strings with the letters; those of control characters, quotes and backslashes stay. */
function withLetters(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|[^u]|u)/giu, (all, code: unknown) => {
    const unit = typeof code === 'string' ? Number.parseInt(code, 16) : 0;
    return unit >= 0xa0 ? String.fromCharCode(unit) : all;
  });
}

function indented(line: string): string {
  const parts: string[] = [];
  let depth = 0;
  let opened = false;
  const newLine = (): void => {
    parts.push(`\n${INDENT.repeat(Math.min(depth, MAX_INDENT))}`);
  };
  for (const [token] of line.matchAll(TOKEN)) {
    if (token.trim() === '') continue;
    const isClose = token === '}' || token === ']';
    if (isClose) depth = Math.max(0, depth - 1);
    // An empty object or list stays on its line.
    if (opened !== isClose) newLine();
    opened = token === '{' || token === '[';
    if (opened) depth += 1;
    if (depth > MAX_DEPTH) throw new UnreadableFileError(`its JSON is nested more than ${MAX_DEPTH} levels deep`);
    parts.push(token === ':' ? ': ' : token);
    if (token === ',') newLine();
  }
  return parts.join('');
}

/**
 * What a file says that is text as a whole: cheap enough to run in place where the file is small.
 * @param encoding that the text was read in @throws RangeError for HTML nested deeper than the stack
 */
export function readTextFile(format: TextFormat, text: string, encoding: string): ExtractionReply {
  if (format === 'html') return { status: 'done', ...readHtml(text), title: htmlTitle(text), encoding };
  if (format === 'csv' || format === 'tsv') return readDelimited(text, format === 'tsv' ? '\t' : undefined, encoding);
  if (format === 'subtitles') return readSubtitles(text, encoding);
  if (format === 'calendar') return readCalendar(text, encoding);
  return {
    status: 'done',
    text: tidyText(format === 'json' ? readableJson(text) : text),
    headings: [],
    title: format === 'markdown' ? markdownTitle(tidyText(text.slice(0, 2000))) : undefined,
    encoding,
  };
}
