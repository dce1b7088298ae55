import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** Files next to the launcher: all modules of the program in one file, and its compiled code. */
const PROGRAM = 'program.cjs';
const CODE = 'program.code';

/** Flag for the size of the young generation: fixed at the start of a process, and compatible with any code. */
const YOUNG_SPACE = '--max-semi-space-size';

/** V8 rejects code that was compiled with other flags, including this one. So the code is read without it. */
function withUsualFlags<T>(work: () => T): T {
  const given = process.execArgv.find((option) => option.startsWith(`${YOUNG_SPACE}=`));
  if (given === undefined) return work();
  setFlagsFromString(`${YOUNG_SPACE}=0`);
  try {
    return work();
  } finally {
    setFlagsFromString(given);
  }
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * The program as one script whose functions were compiled when it was built: reading and compiling some 2,000 modules takes most of the
 * start time (https://v8.dev/blog/code-caching). V8 rejects code of another Node version or with other flags, and compiles again.
 */
export class BundledProgram {
  private constructor(
    private readonly file: string,
    private readonly script: Script,
  ) {}

  /** @returns undefined without a bundle, for example after `tsc` only */
  static in(folder: string): BundledProgram | undefined {
    const file = path.join(folder, PROGRAM);
    const source = bytesOf(file)?.toString('utf8');
    if (source === undefined) return undefined;
    const cachedData = bytesOf(path.join(folder, CODE));
    // On the first line, so that stack traces have the line numbers of the file.
    const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
    const script = withUsualFlags(() => new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) }));
    return new BundledProgram(file, script);
  }

  /** Whether the compiled code is there and is used. */
  get isCompiled(): boolean {
    return this.script.cachedDataRejected === false;
  }

  /** Reads the program's first modules. @returns what the program exports */
  load(): unknown {
    const module: { exports: unknown } = { exports: {} };
    const run: unknown = this.script.runInThisContext();
    if (typeof run !== 'function') throw new Error(`${PROGRAM} is not a program.`);
    Reflect.apply(run, undefined, [
      module.exports,
      createRequire(this.file),
      module,
      this.file,
      path.dirname(this.file),
    ]);
    return module.exports;
  }

  /** Returns the compiled code of all functions called so far, for the file `program.code`. */
  code(): Buffer {
    return this.script.createCachedData();
  }
}
