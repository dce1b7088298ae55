/**
 * Marks with which models separate reasoning from the answer. They come from the chat templates of the models: DeepSeek, Qwen, GLM
 * (`<think>`), Seed (`<seed:think>`), Kimi (`◁think▷`), Magistral (`[THINK]`), Command A (`<|START_THINKING|>`), gpt-oss
 * (`<|channel|>analysis`), and from common prompts (`<scratchpad>`, `<answer>`).
 */
export type ReplyMark =
  /** Reasoning begins, and ends at a mark of the kind `thought_end`. */
  | 'thought'
  | 'thought_end'
  /** The answer begins: the text before it is not part of it. */
  | 'answer'
  | 'answer_end'
  /** The name of a channel follows, up to `message` or the end of the line. */
  | 'channel'
  | 'channel_end'
  | 'message'
  /** The name of a speaker follows. */
  | 'speaker'
  /** The reply is over; the text after it is a conversation that the model invents. */
  | 'turn_end'
  /** A mark without a meaning for the reader of a reply. */
  | 'other';

/** Maximum length of a mark; an unclosed mark beyond this length is text. */
export const LONGEST_MARK = 80;

const THOUGHTS =
  'think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad|inner_?monologue|chain_of_thought|cot|rationale|antthinking|deliberation';
const ANSWERS = 'answer|final_answer|final-answer|finalanswer|final|response|final_response|output|reply';

const TAG = new RegExp(
  String.raw`^<(/?)\s{0,3}(?:[a-z]{1,12}:)?(?:(${THOUGHTS})|(${ANSWERS})|(s|eos|bos|pad|end_of_turn|start_of_turn|endoftext|end_of_text))(?:\s[^<>\n]{0,50})?/?>`,
  'iu',
);
const BRACKETS = /^(?:◁\s?(\/?)\s?(?:think|thinking|thought)\s?▷|\[(\/?)(?:THINK|THINKING|REASONING|THOUGHT)\])/iu;
const TOKEN = /^<[|｜]?\/?([^<>|｜\n]{1,60})[|｜]?>/u;
/** A code block of reasoning; the reasoning ends with the block. */
const THOUGHT_FENCE = /^```(?:think|thinking|thoughts?|reasoning|scratchpad)[^\S\n]{0,4}\n/iu;

const TOKENS: readonly (readonly [RegExp, ReplyMark])[] = [
  [/^(?:begin_of_|start_)?(?:thinking|think|thought|reasoning)(?:_start)?$/u, 'thought'],
  [/^(?:end_of_|end_|\/)?(?:thinking|think|thought|reasoning)(?:_end)?$/u, 'thought_end'],
  [/^(?:begin_of_(?:solution|answer|box|response)|start_(?:response|answer)|answer|response)$/u, 'answer'],
  [/^(?:end_of_(?:solution|answer|box|response)|end_(?:response|answer))$/u, 'answer_end'],
  [/^channel$/u, 'channel'],
  [/^message$/u, 'message'],
  [/^(?:start|im_start|start_header_id)$/u, 'speaker'],
  [
    /^(?:user|system|human|end|im_end|eot_id|eom_id|eot|return|call|endoftext|end_of_text|end.of.sentence)$/u,
    'turn_end',
  ],
];

function tokenMark(token: string): ReplyMark | undefined {
  if (!/[|｜]/u.test(token)) return undefined;
  // Gemma closes a channel by `<channel|>`.
  if (/^<channel[|｜]>$/u.test(token)) return 'channel_end';
  const name = (TOKEN.exec(token)?.[1] ?? '').trim().toLowerCase();
  const closes = /^<[|｜]\//u.test(token);
  return TOKENS.find(([pattern]) => pattern.test(closes ? `/${name}` : name))?.[1] ?? 'other';
}

function tagMark(match: RegExpExecArray): ReplyMark {
  const closes = match[1] === '/';
  if (match[2] !== undefined) return closes ? 'thought_end' : 'thought';
  if (match[3] !== undefined) return closes ? 'answer_end' : 'answer';
  const name = (match[4] ?? '').toLowerCase();
  if (name === 'start_of_turn') return 'speaker';
  return (name === 's' && !closes) || name === 'bos' || name === 'pad' ? 'other' : 'turn_end';
}

export interface FoundMark {
  readonly kind: ReplyMark;
  readonly length: number;
  /** A block of code is closed by its own fence. */
  readonly isFence: boolean;
}

/** The mark at the start of a text; undefined without one. */
export function markAt(text: string): FoundMark | undefined {
  const found = (kind: ReplyMark | undefined, match: RegExpExecArray | null, isFence = false) =>
    match === null || kind === undefined ? undefined : { kind, length: match[0].length, isFence };
  const tag = TAG.exec(text);
  if (tag !== null) return found(tagMark(tag), tag);
  const bracket = BRACKETS.exec(text);
  if (bracket !== null) {
    const closes = bracket[1] === '/' || bracket[2] === '/';
    return found(closes ? 'thought_end' : 'thought', bracket);
  }
  const fence = THOUGHT_FENCE.exec(text);
  if (fence !== null) return found('thought', fence, true);
  const token = TOKEN.exec(text);
  return found(token === null ? undefined : tokenMark(token[0]), token);
}

/** Whether a text may be the start of an incomplete mark. */
export function mayBecomeMark(text: string): boolean {
  if (text.length >= LONGEST_MARK) return false;
  if (text.startsWith('`')) return /^`{1,2}$|^```[a-z]{0,12}[^\S\n]{0,4}$/iu.test(text);
  if (text.startsWith('◁')) return /^◁[/\sa-z]{0,12}$/iu.test(text);
  if (text.startsWith('[')) return /^\[\/?[a-z]{0,9}$/iu.test(text);
  return /^<[^<>\n]{0,80}$/u.test(text);
}

/** Words at the start of a line that announce the answer; the text before them is not part of it. */
const LABELS = [
  'final answer',
  'final response',
  'here is my response',
  "here's my response",
  '최종 답변',
  '최종 답',
  '최종답변',
];
/** Additional labels at the start of the reply. */
const OPENING_LABELS = ['answer', 'response', 'reply', 'assistant', 'a', '답변', '답', '응답', '대답'];
const DECORATION = /^[\s*#_>]{0,8}/u;
/** Longest label with its decoration. */
const LONGEST_LABEL = 40;

/**
 * The label at the start of a line.
 * @returns its length; 0 without a label; undefined while more text is needed
 */
export function labelAt(line: string, isOpening: boolean, isEnded: boolean): number | undefined {
  const labels = isOpening ? [...LABELS, ...OPENING_LABELS] : LABELS;
  const head = DECORATION.exec(line)?.[0].length ?? 0;
  const rest = line.slice(head, LONGEST_LABEL).toLowerCase();
  for (const label of labels) {
    if (!rest.startsWith(label)) continue;
    const colon = /^[\s*_]{0,4}[:：][*_]{0,4}[^\S\n]{0,4}/u.exec(rest.slice(label.length));
    if (colon !== null && (isEnded || head + label.length + colon[0].length < line.length))
      return head + label.length + colon[0].length;
    // A heading on a separate line: `## Final Answer`.
    const ends = /^[\s*_]{0,4}\n/u.exec(rest.slice(label.length));
    if (ends !== null && /[*#_]/u.test(line.slice(0, head))) return head + label.length + ends[0].length;
  }
  if (isEnded || line.length > LONGEST_LABEL) return 0;
  const open = labels.some(
    (label) =>
      label.startsWith(rest) ||
      (rest.startsWith(label) && /^[\s*_]{0,4}(?:[:：][\s*_]{0,8})?$/u.test(rest.slice(label.length))),
  );
  return open ? undefined : 0;
}
