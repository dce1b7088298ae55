import { ScoreDimensions } from '../../../domain/test-result.js';

const LIMITS: Readonly<Record<keyof ScoreDimensions, number>> = {
  accuracy: 1,
  completeness: 1,
  relevance: 1,
  citation: 1,
  practicality: 0.5,
  actionability: 0.5,
};

/** A model's points for an answer. */
export interface ModelScores {
  readonly dimensions: ScoreDimensions;
  readonly reason: string;
  /** Required facts with the words of the answer that state them, as the model names them. */
  readonly stated?: readonly NamedClause[];
}

/** A required fact, and the words of the answer that state it. */
export interface NamedClause {
  readonly fact: string;
  readonly clause: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A longer reply is read from its end. */
const LONGEST_REPLY = 20_000;
/** Maximum number of tried objects: the verdict comes last. */
const MOST_OBJECTS = 40;
/** Elements in which a model writes its reasoning before it answers. */
const THOUGHTS = ['think', 'thinking', 'reasoning', 'thought', 'scratchpad'] as const;

/** The text after the last reasoning element; a reply that ends within its reasoning has no verdict. */
function withoutThoughts(reply: string): string {
  let text = reply;
  for (const name of THOUGHTS) {
    const lower = text.toLowerCase();
    const close = lower.lastIndexOf(`</${name}>`);
    if (close >= 0) text = text.slice(close + name.length + 3);
    const open = text.toLowerCase().indexOf(`<${name}>`);
    if (open >= 0) text = text.slice(0, open);
  }
  return text;
}

/** Texts between matching braces, in order, none nested in another. */
function objectsIn(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (isInString) {
      if (character === '\\') i++;
      else if (character === '"' || character === '\n') isInString = false;
    } else if (character === '"' && depth > 0) isInString = true;
    else if (character === '{') {
      if (depth === 0) start = i;
      depth++;
    } else if (character === '}' && depth > 0) {
      depth--;
      if (depth === 0) found.push(text.slice(start, i + 1));
    }
  }
  return found;
}

/** Repairs of objects that models write in almost valid JSON: a trailing comma, single quotes, unquoted names. */
const REPAIRS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/,(?=\s{0,20}[}\]])/gu, ''),
  (text) =>
    text
      .replace(/,(?=\s{0,20}[}\]])/gu, '')
      .replace(/'([^'"\n]{0,400})'/gu, '"$1"')
      .replace(/([{,]\s{0,20})([A-Za-z_]{1,40})(?=\s{0,5}:)/gu, '$1"$2"'),
];

function parsed(text: string): unknown {
  for (const repair of REPAIRS)
    try {
      return JSON.parse(repair(text));
    } catch {
      // The next repair may make it readable.
    }
  return undefined;
}

/** `accuracy`, `Accuracy`, `accuracy_score`. */
const nameOf = (key: string): string =>
  key
    .toLowerCase()
    .replace(/[^a-z]/gu, '')
    .replace(/(?<=.)(?:score|points)$/u, '');

function fieldOf(fields: Fields, name: string): unknown {
  return Object.entries(fields).find(([key]) => nameOf(key) === name)?.[1];
}

/** A number, a number in quotes, `1/1` with the limit after the slash, or an object with the number as its score. */
function pointsIn(value: unknown, limit: number): number {
  if (typeof value === 'number') return value >= 0 && value <= limit ? value : Number.NaN;
  if (typeof value === 'string') {
    const match = /^\s{0,5}(\d{1,3}(?:\.\d{1,6})?)\s{0,3}(?:\/\s{0,3}(\d{1,3}(?:\.\d{1,3})?))?\s{0,5}$/u.exec(value);
    if (match === null || (match[2] !== undefined && Number(match[2]) !== limit)) return Number.NaN;
    return pointsIn(Number(match[1]), limit);
  }
  if (!isRecord(value)) return Number.NaN;
  const inner = ['score', 'value', 'points'].map((name) => fieldOf(value, name)).find((one) => one !== undefined);
  return isRecord(inner) ? Number.NaN : pointsIn(inner, limit);
}

function scoresIn(fields: Fields): ModelScores | undefined {
  const points = (name: keyof ScoreDimensions): number => pointsIn(fieldOf(fields, name), LIMITS[name]);
  const dimensions: ScoreDimensions = {
    accuracy: points('accuracy'),
    completeness: points('completeness'),
    relevance: points('relevance'),
    citation: points('citation'),
    practicality: points('practicality'),
    actionability: points('actionability'),
  };
  if (Object.values(dimensions).some((n: number) => Number.isNaN(n))) return undefined;
  const reason = ['reason', 'explanation', 'rationale', 'comment'].map((name) => fieldOf(fields, name));
  const text = reason.find((one) => typeof one === 'string')?.slice(0, 500) ?? '';
  return { dimensions, reason: text, ...statedIn(fieldOf(fields, 'stated')) };
}

/** Maximum number of facts that are read of a reply. */
const MOST_STATED = 50;

function statedIn(value: unknown): { readonly stated?: readonly NamedClause[] } {
  if (!Array.isArray(value)) return {};
  const stated = value.slice(0, MOST_STATED).flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const [fact, clause] = [fieldOf(one, 'fact'), fieldOf(one, 'clause')];
    return typeof fact === 'string' && typeof clause === 'string' ? [{ fact, clause }] : [];
  });
  return { stated };
}

/** The six points of an object, or of one nested in it (`{"scores": {…}, "reason": "…"}`). */
function scoresOf(value: unknown): ModelScores | undefined {
  if (!isRecord(value)) return undefined;
  const own = scoresIn(value);
  if (own !== undefined) return own;
  const inner = Object.values(value).flatMap((one) => (isRecord(one) ? (scoresIn(one) ?? []) : []))[0];
  if (inner === undefined) return undefined;
  const reason = fieldOf(value, 'reason');
  const stated = inner.stated === undefined ? statedIn(fieldOf(value, 'stated')) : {};
  return { ...inner, ...stated, reason: typeof reason === 'string' ? reason.slice(0, 500) : inner.reason };
}

/**
 * The verdict of a model in any shape that models return: alone, in a fence, with prose or reasoning around it, with numbers as strings.
 * All six points have to be present, each within its limit; the last such object counts.
 * @returns undefined for anything else: an unreadable reply is not a judgement
 */
export function readScores(reply: string): ModelScores | undefined {
  const objects = objectsIn(withoutThoughts(reply.slice(-LONGEST_REPLY))).slice(-MOST_OBJECTS);
  for (const text of objects.reverse()) {
    const scores = scoresOf(parsed(text));
    if (scores !== undefined) return scores;
  }
  return undefined;
}
