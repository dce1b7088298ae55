// Which files are checked, and what is found in them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PATTERNS } from './patterns.mjs';
import { proseOf } from './prose.mjs';

export const root = path.join(import.meta.dirname, '../..');

const READ = /(?:\.(?:ts|tsx|mts|js|mjs|cjs|md|ya?ml|py|html|cfg)|Dockerfile|\.env\.example|\.ci\/\w+)$/u;
/** Texts of users, samples, lists of words, and the list of the phrases itself. */
const SKIPPED =
  /^(?:data\/(?!.*README\.md$)|package-lock|test\/(?:natural|payloads|fuzz|regression|formats|intents|expressions)\/.*(?<!\.spec\.ts|README\.md)$|\.config\/plain-english\/patterns|src\/.*\/(?:lexicon|prompts?|questions-of)\b)/u;

/** The tracked and new files under some paths (all without one) that are checked, relative to the root. */
export function checkedFiles(paths = []) {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(list.split('\0'))].filter((file) => READ.test(file) && !SKIPPED.test(file)).sort();
}

/**
 * The phrases in one text.
 * @param {string} file decides how the text is read
 * @param {string} text
 */
export function phrasesIn(file, text) {
  return proseOf(file, text).flatMap((prose) =>
    PATTERNS.flatMap(({ name, expression, advice }) =>
      [...prose.text.matchAll(expression)].map((match) => ({
        file,
        line: prose.lines[match.index] ?? 1,
        pattern: name,
        sentence: sentenceAt(prose.text, match.index, match[0].length),
        advice,
        kind: prose.kind,
      })),
    ),
  );
}

/** All phrases in the files under some paths. */
export function findings(paths = []) {
  return checkedFiles(paths).flatMap((file) => {
    const text = readOf(file);
    return text === undefined ? [] : phrasesIn(file, text).sort((a, b) => a.line - b.line);
  });
}

/** A file that was removed and not yet committed is listed still. */
function readOf(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return undefined;
  }
}

/** The room that a file belongs to: a feature of src, a folder of the root, `documents` of the root. */
export function roomOf(file) {
  const parts = file.split('/');
  if (parts.length === 1) return '.';
  if (parts[0] === 'src') return parts.length === 2 ? 'src' : `src/${parts[1]}`;
  return parts[0];
}

function sentenceAt(text, at, length) {
  const before = text.slice(Math.max(0, at - 90), at);
  const after = text.slice(at + length, at + length + 90);
  const start = before.search(/[^.!?]*$/u);
  const end = /[.!?](?:\s|$)/u.exec(after)?.index ?? after.length;
  return `${before.slice(start)}${text.slice(at, at + length)}${after.slice(0, end)}`.replaceAll(/\s+/gu, ' ').trim();
}
