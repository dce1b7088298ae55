// Stores the compiled code of a bundled program: starts it with a setting that ends it as soon as all of its modules are loaded.
//   node .config/compile-program.mjs FOLDER    of program.cjs
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';

const folder = path.resolve(process.argv[2] ?? '');
const { BundledProgram } = await import(path.join(folder, 'shared', 'infrastructure', 'runtime', 'bundled-program.js'));
const program = BundledProgram.in(folder);
const said = [];
console.error = (line) => said.push(line);
Object.assign(process.env, { PORT: 'none', DATA_DIR: path.join(folder, 'none'), LOG_LEVEL: 'silent' });
process.on('exit', () => {
  const isAsExpected = said.some((line) => String(line).startsWith('PORT'));
  process.exitCode = isAsExpected ? 0 : 1;
  if (!isAsExpected) return said.forEach((line) => console.log(line));
  // V8 rejects the code if the flags at loading differ from those at compilation.
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--allocation-site-pretenuring');
  writeFileSync(path.join(folder, 'program.code'), program.code());
});
await program.load().run();
