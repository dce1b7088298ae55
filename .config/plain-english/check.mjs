// Selects the files to check, and finds the phrases in them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PATTERNS } from './patterns.mjs';
import { proseOf } from './prose.mjs';

export const root = path.join(import.meta.dirname, '../..');

const READ =
  /(?:\.(?:ts|tsx|mts|js|mjs|cjs|md|ya?ml|py|html|cfg)|Dockerfile|pages\/words\/en\.json|\.env\.example|\.ci\/\w+)$/u;
/** Texts of users, samples, lists of words, and the list of the phrases itself. */
const SKIPPED =
  /^(?:data\/(?!.*README\.md$)|package-lock|test\/(?:natural|payloads|fuzz|regression|formats|intents|expressions)\/.*(?<!\.spec\.ts|README\.md)$|\.config\/plain-english\/patterns|src\/.*\/(?:lexicon|prompts?|questions-of)\b)/u;

const ROOMS = [
  'src',
  'test',
  'migrations',
  'data',
  '.config',
  '.docker',
  '.github',
  '.ci',
  'README.md',
  '.env.example',
];
const NOT_OURS = /(?:^|\/)(?:node_modules|dist|\.cache|__pycache__)\//u;

/** The files under some paths (all without one) that are checked, relative to the root. */
export function checkedFiles(paths = []) {
  const under = paths.map((given) => path.relative(root, path.resolve(given)).split(path.sep).join('/'));
  return ROOMS.flatMap(filesUnder)
    .filter((file) => READ.test(file) && !SKIPPED.test(file) && !NOT_OURS.test(file))
    .filter(
      (file) => under.length === 0 || under.some((one) => one === '' || file === one || file.startsWith(`${one}/`)),
    )
    .sort();
}

function filesUnder(room) {
  const folder = path.join(root, room);
  if (!existsSync(folder)) return [];
  if (statSync(folder).isFile()) return [room];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
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
      })),
    ),
  );
}

/** All phrases in the files under some paths. */
export function findings(paths = []) {
  return checkedFiles(paths).flatMap((file) =>
    phrasesIn(file, readFileSync(path.join(root, file), 'utf8')).sort((a, b) => a.line - b.line),
  );
}

/** How often each phrase is in each room. */
export function countsOf(found) {
  const counts = {};
  for (const { file, pattern } of found) {
    const room = (counts[roomOf(file)] ??= {});
    room[pattern] = (room[pattern] ?? 0) + 1;
  }
  return counts;
}

/** The room that a file belongs to: a feature of src, a folder of the root, or `.` for files of the root. */
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
