import { CheckQuestion } from './check-questions.js';

/** Result of one question. */
export interface CheckedQuestion {
  readonly asked: CheckQuestion;
  /** `quoted`: the reply was not usable, and sentences of the passages replace it. */
  readonly outcome: 'answered' | 'abstained' | 'quoted' | 'failed';
  readonly text: string;
  /** Indices of the passages that the answer cites. */
  readonly cited: readonly number[];
  /** The cause of the failure, or the fault in the reply. */
  readonly reason: string;
  /** Milliseconds; undefined if no token arrived. */
  readonly firstTokenMs: number | undefined;
  readonly tookMs: number;
  /** Number of chunks of the reply. */
  readonly pieces: number;
  readonly outputTokens: number;
  /** US dollars; null if the price is not known. */
  readonly costUsd: number | null;
}

/** Limits of the settings, in milliseconds. */
export interface CheckLimits {
  readonly firstTokenMs: number;
  readonly wholeMs: number;
}

export interface CheckLine {
  readonly name: string;
  /** Undefined for a line that is only information. */
  readonly works: boolean | undefined;
  readonly detail: string;
}

/** Minimum of eight: a model with fewer right answers is of little use. */
const MIN_RIGHT = 6;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Longer answers than the measured one also fit. */
const MARGIN = 1.5;

/** Factor with which a time limit has room for a reply of this duration, with a margin. Both in milliseconds. */
export const limitFactor = (tookMs: number, limitMs: number): number => Math.ceil((tookMs / limitMs) * MARGIN);

/** Whether an answer matches the pattern of a right one. */
export function isRight({ asked, outcome, text }: CheckedQuestion): boolean {
  if (asked.fact === undefined) return outcome === 'abstained';
  return outcome === 'answered' && asked.fact.test(text);
}

/** Whether a text is mostly of a language; numbers and names count for neither. */
export function isInLanguage(text: string, language: 'en' | 'ko'): boolean {
  const korean = text.match(/[\uac00-\ud7a3]/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/giu)?.length ?? 0;
  return language === 'ko' ? korean >= latin : latin > korean;
}

function tokensPerSecond(checked: readonly CheckedQuestion[]): number | undefined {
  const rates = checked.flatMap(({ firstTokenMs, tookMs, outputTokens }) =>
    firstTokenMs === undefined || tookMs - firstTokenMs < 1 || outputTokens < 2
      ? []
      : [((outputTokens - 1) * 1000) / (tookMs - firstTokenMs)],
  );
  return median(rates);
}

function speedLine(checked: readonly CheckedQuestion[], limits: CheckLimits): CheckLine {
  const first = median(checked.flatMap(({ firstTokenMs }) => firstTokenMs ?? []));
  const whole = median(checked.filter(({ outcome }) => outcome !== 'failed').map(({ tookMs }) => tookMs));
  if (first === undefined || whole === undefined) return { name: 'Speed', works: false, detail: 'no token came' };
  const rate = tokensPerSecond(checked);
  const detail = `first token ${seconds(first)}, whole answer ${seconds(whole)} (medians)${rate === undefined ? '' : `, ${rate.toFixed(rate < 10 ? 1 : 0)} tokens a second`}`;
  const times = Math.max(limitFactor(first, limits.firstTokenMs), limitFactor(whole, limits.wholeMs));
  if (first > limits.firstTokenMs)
    return {
      name: 'Speed',
      works: false,
      detail: `${detail}; a chat waits ${seconds(limits.firstTokenMs)} for the first token: multiply PIPELINE_TIMEOUT_MULTIPLIER by ${times}`,
    };
  return whole > limits.wholeMs
    ? {
        name: 'Speed',
        works: true,
        detail: `${detail}; enough for streamed answers, and late for the others (${seconds(limits.wholeMs)}): multiply PIPELINE_TIMEOUT_MULTIPLIER by ${times} for them`,
      }
    : { name: 'Speed', works: true, detail };
}

function costLine(checked: readonly CheckedQuestion[]): CheckLine {
  const costs = checked.flatMap(({ outcome, costUsd }) => (outcome === 'failed' ? [] : [costUsd]));
  const known = costs.flatMap((usd) => usd ?? []);
  if (known.length < costs.length || known.length === 0)
    return {
      name: 'Cost',
      works: undefined,
      detail:
        'not known: set LLM_PRICE_INPUT_USD and LLM_PRICE_OUTPUT_USD (0 for a server of your own), so that a budget can be kept',
    };
  const sum = known.reduce((a, b) => a + b, 0);
  return { name: 'Cost', works: undefined, detail: `$${sum.toFixed(4)} for ${known.length} answers` };
}

const of = (part: readonly unknown[], all: readonly unknown[]): string => `${part.length} of ${all.length}`;

/** The lines of the report on a model, from the results of the questions. */
export function checkReport(checked: readonly CheckedQuestion[], limits: CheckLimits): CheckLine[] {
  const answerable = checked.filter(({ asked }) => asked.fact !== undefined);
  const silent = checked.filter(({ asked }) => asked.fact === undefined);
  const written = answerable.filter(({ outcome }) => outcome === 'answered');
  const replied = checked.filter(({ outcome }) => outcome !== 'failed');
  const cited = written.filter(({ asked, cited: all }) => asked.passage !== undefined && all.includes(asked.passage));
  const right = answerable.filter(isRight);
  const abstained = silent.filter(isRight);
  const inLanguage = written.filter(({ asked, text }) => isInLanguage(text, asked.language));
  const streamed = replied.filter(({ pieces }) => pieces > 1);
  const failed = checked.filter(({ outcome }) => outcome === 'failed');
  return [
    {
      name: 'Replies',
      works: failed.length === 0,
      detail: `${of(replied, checked)} questions got one${failed[0] === undefined ? '' : `; ${failed[0].reason}`}`,
    },
    {
      name: 'Streaming',
      works: replied.length > 0 && streamed.length === replied.length,
      detail: `${of(streamed, replied)} replies came in pieces`,
    },
    {
      name: 'Citations',
      works: cited.length >= MIN_RIGHT,
      detail: `${of(cited, answerable)} answers cite the passage that holds them`,
    },
    { name: 'Answers', works: right.length >= MIN_RIGHT, detail: `${of(right, answerable)} are right` },
    {
      name: 'Abstention',
      works: abstained.length === silent.length,
      detail: `${of(abstained, silent)} questions without an answer got none`,
    },
    {
      name: 'Language',
      works: written.length > 0 && inLanguage.length === written.length,
      detail: `${of(inLanguage, written)} answers are in the language of the question`,
    },
    speedLine(checked, limits),
    costLine(checked),
  ];
}
