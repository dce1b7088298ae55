// Counts what the style of the project limits, and prints a table (`npm run lint:counts`):
//   node .config/house-counts.mjs [--names | --accept]
// --names: with the classes themselves. --accept: lowers the allowed counts of test/architecture/house-counts.json to these.
import path from 'node:path';
import { oddClasses } from './house-counts/classes.mjs';
import { productProgram, root } from './house-counts/program.mjs';
import { sizes } from './house-counts/sizes.mjs';
import { ways } from './house-counts/ways.mjs';
import { lowerAllowed } from './ratchet.mjs';

/** Lines change with every commit: the limit is the next multiple. */
const LINES_STEP = 500;
const ALLOWED = path.join(root, 'test/architecture/house-counts.json');

/** Most of these guard a store, a library or a clock; only the others are limited. */
const ALL_PORTS = 'ports with one implementation';
const lengths = (classes, isLimited) =>
  Object.fromEntries(
    Object.entries(classes)
      .filter(([name]) => isLimited(name))
      .map(([name, list]) => [name, list.length]),
  );

/** The limited counts by group and name, and the figures that are only printed. */
export function houseCounts() {
  const program = productProgram();
  const classes = oddClasses(program.files);
  const routes = ways(program);
  const { files, short, lines, codeLines } = sizes();
  const rounded = (count) => Math.ceil(count / LINES_STEP) * LINES_STEP;
  return {
    counts: {
      'classes between the controller and the rule': Object.fromEntries(
        routes.map(({ name, shortest }) => [name, shortest ?? 0]),
      ),
      classes: lengths(classes, (name) => name !== ALL_PORTS),
      files: { 'under 30 lines': short },
      lines: { all: rounded(lines), 'without comments and blanks': rounded(codeLines) },
    },
    exact: { files, lines, codeLines },
    classes,
    routes,
  };
}

if (process.argv[1] === import.meta.filename) {
  const { counts, exact, classes, routes } = houseCounts();
  for (const [group, names] of Object.entries(counts))
    for (const [name, count] of Object.entries(names)) console.log(`${String(count).padStart(7)}  ${group}: ${name}`);
  console.log(
    `${String(exact.files).padStart(7)}  files in all, ${exact.lines} lines, ${exact.codeLines} without comments and blanks`,
  );
  console.log(`${String(classes[ALL_PORTS].length).padStart(7)}  ${ALL_PORTS}, whatever it guards`);
  for (const { name, reached, way, to, most } of routes)
    console.log(`${name} (goal ${most}, ${reached} classes reached in all): ${way.join(' -> ')} -> ${to}`);
  if (process.argv.includes('--names'))
    for (const [what, names] of Object.entries(classes)) console.log(`\n${what}:\n  ${names.join('\n  ')}`);
  if (process.argv.includes('--accept')) console.log(lowerAllowed(ALLOWED, counts) ? 'lowered' : 'unchanged');
}
