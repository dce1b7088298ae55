import iconv from 'iconv-lite';
import { UnreadableFileError } from '../../../domain/text-extractor.js';
import { damagedFile } from '../damaged-file.js';
import { sensibleTitle } from '../document-title.js';
import type { ExtractionReply } from '../extraction-task.js';
import { renderBlocks } from '../render-blocks.js';
import { cellText } from '../table-grid.js';
import { RtfParagraphs } from './rtf-paragraphs.js';
import { CHARSETS, KNOWN_OPTIONAL, type RtfState, SIGNS, SKIPPED } from './rtf-state.js';
import { RtfStyles } from './rtf-styles.js';
import { rtfTokens } from './rtf-tokens.js';

const MAX_DEPTH = 1_000;
const WHAT = 'RTF document';

/** Text of an RTF file as Word shows it, without deleted and hidden text, with its headings. */
export function rtfText(bytes: Uint8Array): ExtractionReply {
  const reader = new RtfReader();
  for (const token of rtfTokens(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))) {
    if (token.kind === 'open') reader.open();
    else if (token.kind === 'close') {
      // Content after the last bracket does not belong to the file.
      if (reader.close() === 0) break;
    } else if (token.kind === 'control') reader.control(token.word, token.value);
    else reader.bytes(token.bytes);
  }
  return reader.end();
}

class RtfReader {
  private readonly styles = new RtfStyles();
  private readonly flows: RtfParagraphs[] = [new RtfParagraphs(this.styles)];
  private readonly stack: RtfState[] = [];
  private state: RtfState = {
    target: 'body',
    isOptional: false,
    codepage: 'cp1252',
    fallback: 1,
    isBold: false,
    isHidden: false,
  };
  private readonly fonts = new Map<number, string>();
  private font = 0;
  private title = '';
  /** Bytes that wait for more: a letter may have two. */
  private waiting = '';
  private toSkip = 0;
  private ansi = 'cp1252';

  open(): void {
    this.flush();
    if (this.stack.length >= MAX_DEPTH)
      throw new UnreadableFileError(`its groups are nested more than ${MAX_DEPTH} levels deep`);
    this.stack.push(this.state);
    this.state = { ...this.state, isOptional: false };
    this.toSkip = 0;
  }

  /** @returns the number of open groups */
  close(): number {
    this.flush();
    const ended = this.state;
    this.state = this.stack.pop() ?? this.state;
    if (ended.target === 'note' && this.state.target !== 'note') {
      const note = this.flows.pop()?.blocks() ?? [];
      this.flow.addNote(cellText(note).replace(/\s+/gu, ' '));
    }
    this.toSkip = 0;
    return this.stack.length;
  }

  bytes(bytes: string): void {
    const from = Math.min(this.toSkip, bytes.length);
    this.toSkip -= from;
    this.waiting += from === 0 ? bytes : bytes.slice(from);
  }

  control(word: string, value: number | undefined): void {
    if (word === '*') {
      this.state.isOptional = true;
      return;
    }
    if (word === 'u') {
      this.flush();
      this.put(String.fromCharCode((value ?? 0) & 0xffff));
      this.toSkip = this.state.fallback;
      return;
    }
    this.flush();
    this.toSkip = 0;
    if (this.destination(word)) return;
    const sign = SIGNS[word];
    if (sign !== undefined) this.put(sign);
    else if (this.state.target === 'styles') this.styles.control(word, value);
    else if (!this.character(word, value) && (this.state.target === 'body' || this.state.target === 'note'))
      this.flow.control(word, value);
  }

  end(): ExtractionReply {
    this.flush();
    if (this.stack.length > 0) throw damagedFile(WHAT, 'it is cut off');
    const blocks = this.flow.blocks();
    const shown = blocks.find((block) => block.kind === 'heading' && block.level === 0);
    const title = sensibleTitle(this.title) ?? (shown?.kind === 'heading' ? sensibleTitle(shown.text) : undefined);
    return { status: 'done', ...renderBlocks(blocks), title };
  }

  private get flow(): RtfParagraphs {
    const flow = this.flows.at(-1);
    if (flow === undefined) throw damagedFile(WHAT, 'a note ends before it begins');
    return flow;
  }

  /**
   * Handles a word that begins a group.
   * @returns whether it is one
   */
  private destination(word: string): boolean {
    const { isOptional, target } = this.state;
    this.state.isOptional = false;
    if (target === 'skip') {
      // The same text in Unicode, next to that for old programs.
      if (word === 'ud') this.state.target = 'body';
      return true;
    }
    if (SKIPPED.has(word)) this.state.target = 'skip';
    else if (word === 'fonttbl') this.state.target = 'fonts';
    else if (word === 'stylesheet') this.state.target = 'styles';
    else if (word === 'info') this.state.target = 'info';
    else if (word === 'title' && target === 'info') this.state.target = 'title';
    else if (word === 'listtext' || word === 'pntext') this.state.target = 'mark';
    else if (word === 'footnote') {
      this.state.target = 'note';
      this.state.isHidden = false;
      this.flows.push(new RtfParagraphs(this.styles));
    } else if (isOptional && !KNOWN_OPTIONAL.has(word)) this.state.target = 'skip';
    else return false;
    return true;
  }

  /**
   * Handles a word about letters.
   * @returns whether it is one
   */
  private character(word: string, value: number | undefined): boolean {
    const { state } = this;
    if (word === 'b') state.isBold = value !== 0;
    else if (word === 'v' || word === 'deleted') state.isHidden = value !== 0;
    else if (word === 'plain') Object.assign(state, { isBold: false, isHidden: false });
    else if (word === 'uc') state.fallback = Math.max(0, value ?? 1);
    else if (word === 'ansicpg') this.ansi = this.state.codepage = codepage(value);
    else if (word === 'f') {
      this.font = value ?? 0;
      state.codepage = this.fonts.get(this.font) ?? this.ansi;
    } else if (word === 'fcharset' && state.target === 'fonts') {
      const charset = (value ?? 0) === 0 ? this.ansi : CHARSETS[value ?? 0];
      if (charset !== undefined) this.fonts.set(this.font, charset);
    } else return false;
    return true;
  }

  private flush(): void {
    if (this.waiting === '') return;
    const bytes = Buffer.from(this.waiting, 'latin1');
    this.waiting = '';
    this.put(iconv.decode(bytes, this.state.codepage));
  }

  private put(text: string): void {
    const { target, isHidden, isBold } = this.state;
    if (target === 'styles') this.styles.text(text);
    else if (target === 'title') this.title += text;
    else if (isHidden) return;
    else if (target === 'mark') this.flow.addMark(text);
    else if (target === 'body' || target === 'note') this.flow.append(text, isBold);
  }
}

function codepage(value: number | undefined): string {
  const name = value === 65001 ? 'utf8' : `cp${value ?? 1252}`;
  return iconv.encodingExists(name) ? name : 'cp1252';
}
