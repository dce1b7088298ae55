// Loads every native module that is installed, and prints as JSON which do not load: [{ name, reason }].
// A separate process: a native module of another Node may end the process that loads it.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const require = createRequire(path.join(root, 'package.json'));
const NATIVES = {
  'better-sqlite3': (Database) => new Database(':memory:').close(),
  esbuild: (esbuild) => esbuild.transformSync('let a = 1'),
  'unrs-resolver': () => undefined,
  'sqlite-vec': ({ getLoadablePath }) => {
    const database = new (require('better-sqlite3'))(':memory:');
    database.loadExtension(getLoadablePath());
    database.close();
  },
  'onnxruntime-node': () => undefined,
  sharp: () => undefined,
};

const failures = [];
for (const [name, use] of Object.entries(NATIVES)) {
  if (!existsSync(path.join(root, 'node_modules', name))) continue;
  try {
    use(require(name));
  } catch (error) {
    failures.push({ name, reason: String(error.message).split('\n')[0] });
  }
}
console.log(JSON.stringify(failures));
process.exit(0);
