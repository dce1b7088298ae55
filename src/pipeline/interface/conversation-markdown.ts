import { onOneLine } from '../../text/folded-text.js';
import { Conversation, RememberedSource, Turn } from '../domain/conversation.js';
import { shownTitle } from './conversation-mapping.js';

/** Signs that Markdown or HTML would read as syntax. */
const SYNTAX = /[\\`*_[\]<>#|~]/gu;
/** Numbers and signs at the start of a line that would begin a list or a heading. */
const LINE_START = /^([ \t]{0,9})([-+=]|\d{1,9}[.)])/gmu;

/** Plain text in Markdown: shown as it is. */
function escaped(text: string): string {
  return text.replaceAll(SYNTAX, String.raw`\$&`).replaceAll(LINE_START, (_, blanks: string, sign: string) => {
    return `${blanks}${sign.slice(0, -1)}\\${sign.slice(-1)}`;
  });
}

const quoted = (text: string): string =>
  escaped(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function daysOf(edition: unknown): string[] {
  const days = new Map<string, unknown>(typeof edition === 'object' && edition !== null ? Object.entries(edition) : []);
  const [from, to] = ['effective_from', 'effective_to'].map((name) => textOf(days.get(name)));
  return from === '' && to === '' ? [] : [`${from}–${to}`];
}

function sourceLines(source: RememberedSource): string {
  const { canonical_path: path } = source;
  const place = [
    Array.isArray(path) ? path.map(textOf).join(' › ') : '',
    textOf(source.section).replaceAll(' > ', ' › '),
    textOf(source.version),
    ...daysOf(source.edition),
    textOf(source.date),
    textOf(source.url),
  ].filter((part) => part !== '');
  const title = `${String(source.n)}. **${escaped(textOf(source.title))}** (${escaped(place.join(', '))})`;
  return `${title}\n\n${quoted(textOf(source.quote))}`;
}

function turnLines({ message, response, sources, createdAt, isOutdated }: Turn): string {
  return [
    `## ${escaped(onOneLine(message))}`,
    `*${createdAt}*`,
    ...(isOutdated === true ? ['*A later edition changed a passage that this answer quotes.*'] : []),
    escaped(response),
    ...sources.map(sourceLines),
  ].join('\n\n');
}

/** A conversation as Markdown: each question with its answer, its sources and their quotes. */
export function conversationMarkdown(conversation: Conversation): string {
  return `${[`# ${escaped(shownTitle(conversation))}`, ...conversation.turns.map(turnLines)].join('\n\n')}\n`;
}
