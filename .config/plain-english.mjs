// Lists the phrases that the prose of this project does not use:
//   node .config/plain-english.mjs [--counts | --check | --accept] [PATH…]
// One line each: file:line: pattern: sentence -> what to write. --counts: how often each is in each room. --check: fails if a count
// differs from test/architecture/plain-english.json. --accept: lowers the counts of that file to the present ones.
import { statSync } from 'node:fs';
import path from 'node:path';
import { countsOf, findings, roomOf, root } from './plain-english/check.mjs';
import { allowedCounts, changes, lowerAllowed } from './ratchet.mjs';

const ALLOWED = path.join(root, 'test/architecture/plain-english.json');
const MAX_SHOWN = 10;
const OPTIONS = ['--counts', '--check', '--accept'];

const [mode, paths] = OPTIONS.includes(process.argv[2])
  ? [process.argv[2], process.argv.slice(3)]
  : ['', process.argv.slice(2)];
const found = findings(mode === '--check' || mode === '--accept' ? [] : paths);

const lineOf = ({ file, line, pattern, sentence, advice }) => `${file}:${line}: ${pattern}: ${sentence} -> ${advice}`;
const changedAt = ({ file }) => statSync(path.join(root, file)).mtimeMs;

/** What differs from the allowed counts, with the phrases of files changed last first: the new one is among them. */
function report() {
  for (const { group, name, count, allowed } of changes(countsOf(found), allowedCounts(ALLOWED))) {
    process.exitCode = 1;
    if (count < allowed) {
      console.error(
        `${group}: '${name}' fell from ${allowed} to ${count}; run \`node .config/plain-english.mjs --accept\`.`,
      );
      continue;
    }
    console.error(`${group}: '${name}' rose from ${allowed} to ${count}. Those in the files changed last:`);
    const here = found.filter(({ file, pattern }) => pattern === name && roomOf(file) === group);
    for (const phrase of here.sort((a, b) => changedAt(b) - changedAt(a)).slice(0, MAX_SHOWN))
      console.error(`  ${lineOf(phrase)}`);
  }
}

if (mode === '--counts') {
  for (const [room, names] of Object.entries(countsOf(found)))
    for (const [name, count] of Object.entries(names)) console.log(`${String(count).padStart(6)}  ${room}: ${name}`);
} else if (mode === '--check') {
  report();
} else if (mode === '--accept') {
  console.log(
    lowerAllowed(ALLOWED, countsOf(found)) ? 'The allowed counts are lowered.' : 'The allowed counts are unchanged.',
  );
} else {
  for (const phrase of found) console.log(lineOf(phrase));
}
console.error(`${found.length} phrases`);
