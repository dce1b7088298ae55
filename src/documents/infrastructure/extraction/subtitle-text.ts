import { onOneLine } from '../../../text/folded-text.js';
import type { DocumentBlock } from '../../domain/document-block.js';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import type { DoneReply } from './extraction-task.js';
import { renderBlocks } from './render-blocks.js';
import { decodeXmlEntities } from './xml-text.js';

const WEBVTT = /^WEBVTT(?:[ \t]|$)/u;
/** Blocks of WebVTT that nobody says. */
const UNSPOKEN = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/u;
/** `00:01:02,500 --> 00:01:04,000`; WebVTT has a point, may leave out the hours, and may add settings. */
const TIMES =
  /^\s{0,9}(?:\d{1,4}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?\s{0,9}-->\s{0,9}(?:\d{1,4}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?(?:\s|$)/u;
const BROKEN_TIMES = /^\s{0,9}(?:(?:\d{1,4}:\S{0,20}\s{0,9})?-->|\d{1,4}:\d{2}:\d{2}[.,]\d{0,3}\s{0,9}-?$)/u;
const NUMBER = /^\s{0,9}\d{1,9}\s{0,9}$/u;
const SPEAKER = /<v(?:\.[^\s<>]{1,99})?[ \t]([^<>]{1,200})>/u;
const TAG = /<\/?[a-z][^<>]{0,300}>|<\d[\d:.]{0,20}>|\{\\[^{}]{0,99}\}/giu;
const DIRECTION_MARK = /&[lr]rm;/gu;
/** Another person of the same cue. */
const DASH = /^\s{0,9}[-–—]\s{0,9}/u;
/** Korean subtitles often leave out the full stop. */
const SENTENCE_END = /[.!?…。？！]["'”’)\]」]{0,2}$|[다요죠까]$/u;
/** Subtitles without punctuation become paragraphs of about this length. */
const LONG = 400;
/** Lines of an error message. */
const SHOWN = 60;

/** A line of a cue. */
interface Speech {
  readonly speaker: string | undefined;
  readonly text: string;
  /** Whether a dash marks that another person says it. */
  readonly isOther: boolean;
}

/**
 * Subtitles in the forms SubRip (`.srt`) and WebVTT (`.vtt`): the spoken words, without times. Cues of one sentence are one paragraph. A
 * paragraph begins with the speaker's name if the file marks it (`<v Kim>`).
 * @throws UnreadableFileError for a text without times, or with damaged ones
 */
export function readSubtitles(text: string, encoding: string): DoneReply {
  const cues = [...cuesOf(text.split(/\r\n?|\n/u))];
  return { status: 'done', ...renderBlocks(paragraphs(cues.flatMap(speeches))), title: undefined, encoding };
}

/** The lines of each cue, without those that number or name it. */
function* cuesOf(lines: readonly string[]): Generator<readonly string[]> {
  const isWebVtt = WEBVTT.test(lines[0] ?? '');
  let cue: string[] | undefined;
  let isLeftOut = isWebVtt;
  for (const [i, line] of lines.entries()) {
    const isFirst = isBlank(lines[i - 1]);
    if (TIMES.test(line)) {
      if (cue !== undefined) yield cue;
      cue = [];
      isLeftOut = false;
    } else if (BROKEN_TIMES.test(line)) throw damaged(line, i + 1);
    else if (isBlank(line)) isLeftOut = false;
    else if (isWebVtt && isFirst && UNSPOKEN.test(line)) isLeftOut = true;
    else if (!isLeftOut && !namesCue(lines, i, isWebVtt && isFirst)) cue?.push(line);
  }
  if (cue !== undefined) yield cue;
  else if (!isWebVtt)
    throw new UnreadableFileError(
      'it is declared as subtitles but has no line of times, such as 00:01:02,500 --> 00:01:04,000',
    );
}

function damaged(line: string, number: number): UnreadableFileError {
  return new UnreadableFileError(
    `line ${number} of the subtitles has damaged times (${onOneLine(line).slice(0, SHOWN)}); correct or remove it`,
  );
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Whether the next line of text is one of times, and this one the number of its cue, or its name. */
function namesCue(lines: readonly string[], at: number, mayBeName: boolean): boolean {
  const [next = '', afterNext = ''] = lines.slice(at + 1, at + 3);
  if (mayBeName && TIMES.test(next)) return true;
  return NUMBER.test(lines[at] ?? '') && TIMES.test(isBlank(next) ? afterNext : next);
}

function speeches(cue: readonly string[]): Speech[] {
  const found: Speech[] = [];
  let speaker: string | undefined;
  for (const line of cue) {
    const isOther = DASH.test(line);
    // The names of speakers are the odd pieces.
    for (const [i, piece] of line.split(SPEAKER).entries()) {
      const text = shown(isOther && i === 0 ? piece.replace(DASH, '') : piece);
      if (i % 2 === 1) speaker = text;
      else if (text !== '') found.push({ speaker, text, isOther });
    }
  }
  return found;
}

/** A text without tags and escapes. */
function shown(raw: string): string {
  const text = raw.replace(TAG, '').replace(DIRECTION_MARK, '').replaceAll('&nbsp;', ' ');
  return onOneLine(decodeXmlEntities(text));
}

function paragraphs(said: readonly Speech[]): DocumentBlock[] {
  const blocks: { kind: 'paragraph'; text: string }[] = [];
  let before: Speech | undefined;
  for (const speech of said) {
    const { speaker, text, isOther } = speech;
    // Captions that roll show each line twice.
    if (before?.text === text && before.speaker === speaker && !isOther) continue;
    const last = blocks.at(-1);
    const isSame = before?.speaker === speaker && !isOther && !SENTENCE_END.test(before?.text ?? '');
    if (last !== undefined && isSame && last.text.length < LONG) last.text += ` ${text}`;
    else blocks.push({ kind: 'paragraph', text: speaker === undefined ? text : `${speaker}: ${text}` });
    before = speech;
  }
  return blocks;
}
