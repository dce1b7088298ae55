import { type ChildNode, isTag, isText, Text } from 'domhandler';
import type { Email } from 'postal-mime';
import type { DocumentBlock } from '../../../domain/document-block.js';

/** Marks of mail programs on a quote, such as `type="cite"`, and on other elements that hold one, such as `class="yahoo_quoted"`. */
const QUOTE = /quote|cite/iu;
const QUOTE_PART = /\w_quoted?(?:[\s_]|$)|cite-prefix/iu;
/** The subject of a mail that forwards another one, which is then its content. */
export const FORWARDED = /^\s*(?:fwd?|전달)\s*[:：]/iu;
const FORWARDED_LINE = /^\W{0,40}(?:begin )?forwarded\b|^\W{0,40}전달/iu;
const QUOTED = /^\s?>/u;
/** A line as `-----Original Message-----`, or a line of dashes. */
const RULE = /^\s*[-_=]{3}/u;
/** A line of the head of a quoted mail: `From: Jo Kim <jo@office.example>`. */
const HEADER = /^[\s*]{0,9}\p{L}[\p{L} ]{0,19}[ *]{0,9}[:：][\s*]{0,9}(\S.{0,900})/u;
/** `Re:`, `RE[2]:`, `회신:`, … */
const PREFIXES = /^(?:\s{0,9}\p{L}{2,4}(?:\[\d{1,3}\])?\s?[:：])*/u;
const HEAD_LINES = 12;

type QuotingMail = Pick<Email, 'subject' | 'from' | 'to' | 'cc'>;

/** Replaces each quote of a page with the mark of a quote in plain text, so that the line before it can be read as its attribution. */
export function markQuotes(nodes: readonly ChildNode[]): void {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    if (!isQuote(node)) markQuotes(node.children);
    else if (!FORWARDED_LINE.test(textOf(node).trimStart().slice(0, 100))) node.children = [new Text('>')];
  }
}

/** Gmail puts replies between quotes into an element that is marked as a quote, too. */
function isQuote(node: ChildNode): boolean {
  if (!isTag(node)) return false;
  const { class: classes = '', id = '', type = '' } = node.attribs;
  const marks = `${classes} ${id} ${type}`;
  return node.name === 'blockquote' ? QUOTE.test(marks) : QUOTE_PART.test(marks) && !node.children.some(isQuote);
}

function textOf(node: ChildNode): string {
  return isTag(node) ? node.children.map(textOf).join('') : isText(node) ? node.data : '';
}

/**
 * The text of a mail without the mails that it quotes: lines with `>` and the attribution before them, and all that follows the head of a
 * quoted mail.
 */
export function withoutQuotes(blocks: readonly DocumentBlock[], mail: QuotingMail): DocumentBlock[] {
  const kept = ownLines(blocks.flatMap(linesOf), mail);
  let at = 0;
  return blocks.flatMap((block): DocumentBlock[] => {
    const lines = linesOf(block);
    const own = lines.filter(() => kept[at++]);
    if (own.length === lines.length) return [block];
    return 'text' in block && own.join('').trim() !== '' ? [{ ...block, text: own.join('\n') }] : [];
  });
}

const linesOf = (block: DocumentBlock) => ('text' in block ? block.text.split('\n') : ['']);

function ownLines(lines: readonly string[], { subject = '', from, to = [], cc = [] }: QuotingMail): boolean[] {
  const people = [from, ...to, ...cc].flatMap((each) => (each === undefined ? [] : [each.name]));
  const own = lines.map((line) => !QUOTED.test(line));
  let last = -1;
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const before = lines[last] ?? '';
    if (QUOTED.test(line) && /[:：]\s*$/u.test(before)) {
      // A long attribution is broken into two lines; the first one has the day.
      const sentence = lines[last - 1]?.split(/[.!?:：]/u).at(-1) ?? '';
      const isSecond = !/\d/u.test(before) && /\d/u.test(sentence);
      own.fill(false, isSecond ? last - 1 : last, i);
    }
    if (isHeadOfQuote(lines.slice(i, i + HEAD_LINES), before, subject, people))
      return FORWARDED_LINE.test(before) ? own : own.fill(false, RULE.test(before) ? last : i);
    last = i;
  }
  return own;
}

/** Whether lines begin with the head of a mail of this thread: a sender or receiver first, and the subject, or a rule before it. */
function isHeadOfQuote(lines: readonly string[], before: string, subject: string, people: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  const end = filled.findIndex((line) => !HEADER.test(line));
  const values = filled.slice(0, end === -1 ? undefined : end).map((line) => HEADER.exec(line)?.[1] ?? '');
  const [first = ''] = values;
  const thread = (text: string) => text.replace(PREFIXES, '').trim().toLowerCase();
  if (values.length < 2 || !(first.includes('@') || people.some((name) => name !== '' && first.includes(name))))
    return false;
  return (RULE.test(before) && /\p{L}/u.test(before)) || values.some((value) => thread(value) === thread(subject));
}
