import type { Answer } from './target.js';

/** Each request may take this long on a machine that is busy with all of them; catastrophic backtracking takes minutes more. */
const LIMIT_MS = 60_000;
/** Stands in a file beside the data folder, and in no answer. */
export const CANARY = 'canary-that-sings-of-a-file-outside';

/** What no answer may tell: stacks, words of the database, paths and files of the machine. */
export const LEAKED = new RegExp(
  `\\bat [\\w.<>]+ \\(?(file:|/|node:)|SQLITE_|SqliteError|/node_modules/|root:x:0:0|TypeError|RangeError|${CANARY}`,
);

/**
 * What is wrong with an answer; undefined when nothing is.
 * @param page the frame of the pages, which stands at `/` and so behind a `..` in the path of a route
 */
export function faultOf(
  answer: Answer,
  { texts, tookMs, page }: { readonly texts: readonly string[]; readonly tookMs: number; readonly page: string },
): string | undefined {
  if (answer.statusCode >= 500 && answer.statusCode !== 501) return `status ${answer.statusCode}`;
  if (String(answer.headers['content-type']).includes('html') && answer.body !== page) return 'HTML';
  if (answer.headers['x-content-type-options'] !== 'nosniff') return 'may be sniffed as HTML';
  if (LEAKED.test(answer.body) && LEAKED.test(withoutTexts(answer.body, texts))) return 'tells an inside';
  return tookMs > LIMIT_MS ? `took ${Math.round(tookMs)} ms` : undefined;
}

/** An answer may repeat the request, in a title for instance. */
function withoutTexts(body: string, texts: readonly string[]): string {
  return texts.reduce(
    (left, text) => (text === '' ? left : left.replaceAll(JSON.stringify(text).slice(1, -1), '').replaceAll(text, '')),
    body,
  );
}
