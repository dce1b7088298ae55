// Lists the phrases that the prose of this project does not use:
//   node .config/plain-english.mjs [--counts] [PATH…]
// One line each: file:line: pattern: sentence -> what to write. --counts: how often each is in each room, and no lines.
import { findings, roomOf } from './plain-english/check.mjs';

const options = process.argv.slice(2);
const found = findings(options.filter((option) => option !== '--counts'));

if (options.includes('--counts')) {
  const counts = new Map();
  for (const { file, pattern } of found) {
    for (const key of [`room ${roomOf(file)}`, `pattern ${pattern}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, count] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${String(count).padStart(6)}  ${key}`);
} else {
  for (const { file, line, pattern, sentence, advice } of found)
    console.log(`${file}:${line}: ${pattern}: ${sentence} -> ${advice}`);
}
console.error(`${found.length} phrases`);
