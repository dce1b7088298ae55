import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { Patch } from './experiment-sandbox.js';

/** Shorter overlaps are words, which any rule shares with its questions. */
const LEAST_QUOTE = 12;
/** Share of a short question that counts as a quote. */
const QUOTED_SHARE = 0.6;
const PATHS = /^\/(intents|synonyms|pipeline)\//u;

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** The literal parts of a text that may be a regular expression: the text between its operators. */
const literals = (text: string): string[] =>
  text
    .replace(/\\[bdswBDSW]/gu, '|')
    .split(/[|()[\]{}?*+^$\\]/u)
    .map(foldedWithoutSpaces);

function quotes(literal: string, question: string): boolean {
  const asked = foldedWithoutSpaces(question);
  const least = Math.min(LEAST_QUOTE, Math.ceil(asked.length * QUOTED_SHARE));
  if (literal.length < least || least < 4) return false;
  for (let at = 0; at + least <= literal.length; at++) if (asked.includes(literal.slice(at, at + least))) return true;
  return false;
}

/**
 * Why a patch must not be tried: it changes something other than the configuration, or it quotes a question that it should cure and
 * therefore would not generalize. Undefined if it may be tried.
 */
export function refusalOf(patch: Patch, questions: readonly string[]): string | undefined {
  for (const operation of patch) {
    const { path, from } = operation;
    const isInside = (place: unknown) => typeof place === 'string' && PATHS.test(place);
    if (!isInside(path) || (from !== undefined && !isInside(from)))
      return `The patch changes ${String(path)}; only /intents, /synonyms and /pipeline may be changed.`;
  }
  const written = patch.flatMap((operation) => stringsIn(operation['value'])).flatMap(literals);
  const quoted = questions.find((question) => written.some((literal) => quotes(literal, question)));
  return quoted === undefined ? undefined : 'The patch quotes a question that it should cure; say it in general.';
}
