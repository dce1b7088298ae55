import { labelAt, markAt, mayBecomeMark } from './reply-marks.js';

/** The answer text of a model, without its reasoning and the marks of its template. */
export interface ReadReply {
  readonly text: string;
  /** The reply ended inside the reasoning. */
  readonly isUnfinished: boolean;
  /** The reply started inside reasoning: its end mark has no start mark, since the template of the model opens the block. */
  readonly beganInside: boolean;
}

type State = 'text' | 'thought' | 'name' | 'over';

/** How models start reasoning without a mark. An answer from passages does not start like this. */
const THINKS_ALOUD =
  /^\s{0,8}(?:(?:ok(?:ay)?|alright|all right|hmm+|well|so|now|wait)\b[,.!\s]|(?:let me|let's|i need to|i should|i'll|i will|we need to|we have to|we should|first,? (?:i|let|we)|the user|they (?:ask|want)|looking at|to answer)\b|사용자가\s|질문(?:은|을|이)\s|먼저[,\s]|우선[,\s]|음[,.\s])/iu;
/** Number of characters needed for that decision. */
const OPENING = 24;
/** Characters that may start a mark, a fence or a label. */
const STOP = /[<◁[`\n]|assistantfinal/u;
/** gpt-oss if the server removes the marks and keeps the names: `analysisThe user asks...assistantfinalThe answer`. */
const BARE_ANALYSIS = /^\s{0,4}analysis(?=[A-Z\uac00-\ud7a3])/u;
/** Of a channel or a speaker. */
const LONGEST_NAME = 120;
const BARE_FINAL = 'assistantfinal';

/**
 * Reads a reply while it arrives. Reasoning is never shown, for any chunking of the reply. `shown` of a part of a reply is a prefix of
 * `shown` of the whole, unless `restarts` has grown: then an answer started late, and the text shown before is not part of it. To make that
 * rare, nothing of a reply that starts like reasoning, or with `holds`, is shown before its answer starts or it ends.
 */
export class ReplyReader {
  private open = '';
  private said = '';
  private state: State = 'text';
  private closesByFence = false;
  private isLineStart = true;
  private isStarted = false;
  private readonly isHeld: boolean;
  /** A mark has announced the answer. */
  private isAnswering = false;
  private beganInside = false;
  /** Number of times an answer started late. */
  restarts = 0;

  /** @param holds the model is known to reason before its answer without a start mark */
  constructor(holds = false) {
    this.isHeld = holds;
  }

  /** The text that may be shown so far. */
  get shown(): string {
    if (this.isAnswering) return this.said;
    const start = this.said.trimStart();
    return this.isHeld || start.length < OPENING || THINKS_ALOUD.test(start) ? '' : this.said;
  }

  push(piece: string): void {
    this.open += piece;
    this.advance(false);
  }

  /** Ends the reply. */
  end(): ReadReply {
    this.advance(true);
    const isUnfinished = this.state === 'thought' && this.said.trim() === '';
    return { text: this.said, isUnfinished, beganInside: this.beganInside };
  }

  private advance(isEnded: boolean): void {
    while (this.open !== '' && this.step(isEnded));
  }

  /** @returns false if more of the reply is needed */
  private step(isEnded: boolean): boolean {
    switch (this.state) {
      case 'name':
        return this.readName(isEnded);
      case 'thought':
        return this.readThought(isEnded);
      default:
        return this.readText(isEnded);
    }
  }

  private readText(isEnded: boolean): boolean {
    if (!this.isStarted) {
      const isBare = this.bareAnalysis(isEnded);
      if (isBare === undefined) return false;
      this.isStarted = true;
      if (isBare) return true;
    }
    if (this.isLineStart && this.state === 'text') {
      const label = labelAt(this.open, this.said.trim() === '', isEnded);
      if (label === undefined) return false;
      this.isLineStart = false;
      if (label > 0) {
        this.take(label);
        this.beginAnswer();
        return true;
      }
    }
    const stop = STOP.exec(this.open);
    if (stop === null) {
      // `assistantfinal` may be incomplete.
      const held = isEnded ? 0 : overlap(this.open, BARE_FINAL);
      this.say(this.take(this.open.length - held));
      return false;
    }
    if (stop.index > 0) {
      this.say(this.take(stop.index));
      return true;
    }
    if (stop[0] === BARE_FINAL) {
      this.take(BARE_FINAL.length);
      this.beginAnswer();
      return true;
    }
    if (stop[0] === '\n') {
      this.say(this.take(1));
      this.isLineStart = true;
      return true;
    }
    return this.readMark(isEnded);
  }

  private readMark(isEnded: boolean): boolean {
    const mark = markAt(this.open);
    if (mark === undefined) {
      if (!isEnded && mayBecomeMark(this.open)) return false;
      this.say(this.take(1));
      return true;
    }
    this.take(mark.length);
    switch (mark.kind) {
      case 'thought':
        this.state = this.state === 'over' ? 'over' : 'thought';
        this.closesByFence = mark.isFence;
        break;
      case 'thought_end':
      case 'channel_end':
        // Without a start mark: all text before it is reasoning.
        if (this.state === 'text') {
          this.beganInside = true;
          this.beginAnswer();
        }
        break;
      case 'answer':
        this.beginAnswer();
        break;
      case 'channel':
      case 'speaker':
        this.state = 'name';
        break;
      case 'turn_end':
        if (this.said.trim() !== '') this.state = 'over';
        break;
      default:
        break;
    }
    return true;
  }

  /** The name of a channel or a speaker, up to `<|message|>`, the end of its header, or its line. */
  private readName(isEnded: boolean): boolean {
    const head = this.open.slice(0, LONGEST_NAME);
    const end = /\n|<[|｜](?:message|end_header_id|channel)[|｜]>/u.exec(head);
    if (end === null && !isEnded && head.length < LONGEST_NAME) return false;
    const at = end?.index ?? head.length;
    const name = this.open.slice(0, at).trim().toLowerCase();
    // The name of a channel follows the name of its speaker.
    const isSpeaker = end?.[0].includes('channel') === true;
    this.take(at + (isSpeaker ? 0 : (end?.[0].length ?? 0)));
    if (/^(?:assistant|model|ai)?$/u.test(name)) {
      if (isSpeaker || this.said.trim() === '') this.state = 'text';
      else this.state = 'over';
    } else if (/^(?:final|response|answer)/u.test(name)) this.beginAnswer();
    else if (/^(?:user|system|human|developer|tool)/u.test(name)) this.state = 'over';
    else {
      this.state = 'thought';
      this.closesByFence = false;
    }
    return true;
  }

  private readThought(isEnded: boolean): boolean {
    if (this.closesByFence) {
      const fence = /\n?```/u.exec(this.open);
      if (fence === null) return this.forget(isEnded ? this.open.length : this.open.length - 3);
      this.take(fence.index + fence[0].length);
      this.state = 'text';
      this.isAnswering = true;
      return true;
    }
    const stop = STOP.exec(this.open);
    if (stop === null) return this.forget(this.open.length - (isEnded ? 0 : overlap(this.open, BARE_FINAL)));
    this.take(stop.index);
    if (stop[0] === BARE_FINAL) {
      this.take(BARE_FINAL.length);
      this.beginAnswer();
      return true;
    }
    const mark = markAt(this.open);
    if (mark === undefined) {
      if (!isEnded && mayBecomeMark(this.open)) return false;
      this.take(1);
      return true;
    }
    this.take(mark.length);
    if (mark.kind === 'thought_end' || mark.kind === 'channel_end' || mark.kind === 'turn_end') this.state = 'text';
    else if (mark.kind === 'answer') this.beginAnswer();
    else if (mark.kind === 'channel' || mark.kind === 'speaker') this.state = 'name';
    if (this.state === 'text') {
      this.isLineStart = true;
      this.isAnswering = true;
    }
    return true;
  }

  /** @returns undefined while more text is needed */
  private bareAnalysis(isEnded: boolean): boolean | undefined {
    const match = BARE_ANALYSIS.exec(this.open);
    if (match !== null) {
      this.take(match[0].length);
      this.state = 'thought';
      this.closesByFence = false;
      return true;
    }
    const start = this.open.trimStart();
    return !isEnded && 'analysis'.startsWith(start) ? undefined : false;
  }

  private beginAnswer(): void {
    if (this.said.trim() !== '') this.restarts++;
    this.said = '';
    this.isAnswering = true;
    this.state = 'text';
    this.isLineStart = true;
  }

  private say(text: string): void {
    if (this.state !== 'text') return;
    this.said += this.said === '' ? text.trimStart() : text;
  }

  private take(length: number): string {
    const taken = this.open.slice(0, length);
    this.open = this.open.slice(length);
    return taken;
  }

  private forget(length: number): boolean {
    this.take(Math.max(0, length));
    return false;
  }
}

/** Length of the longest suffix of a text that is a prefix of a word. */
function overlap(text: string, word: string): number {
  for (let length = Math.min(text.length, word.length - 1); length > 0; length--)
    if (word.startsWith(text.slice(-length))) return length;
  return 0;
}

/** Reads a whole reply at once. */
export function readReply(reply: string): ReadReply {
  const reader = new ReplyReader();
  reader.push(reply);
  return reader.end();
}
