import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BundledProgram } from './bundled-program.js';

const BUILT = fileURLToPath(new URL('../../../', import.meta.url));
const MODULE = new URL('./bundled-program.js', import.meta.url).href;

const SOURCE = `const local = require('./beside.cjs');
exports.run = () => [local, __filename, __dirname];
exports.fail = () => {
  throw new Error('meant');
};
exports.isHangul = (text) => /^[가-힣]+$/u.test(text);`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-program-'));
  writeFileSync(path.join(folder, 'beside.cjs'), "module.exports = 'beside';");
  writeFileSync(path.join(folder, 'program.cjs'), SOURCE);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function opened(): BundledProgram {
  const program = BundledProgram.in(folder);
  if (program === undefined) throw new Error('There is no program.');
  return program;
}

function loaded(program = opened()): { run(): unknown; fail(): unknown; isHangul(text: string): unknown } {
  return program.load() as ReturnType<typeof loaded>;
}

/** A process that has compiled a script once ignores cached code of it. */
async function inNewProcess(of: string, run: boolean, options: readonly string[] = []): Promise<unknown> {
  return inProcess(
    `const program = BundledProgram.in(${JSON.stringify(of)});
    const { isCompiled } = program;
    console.log(JSON.stringify(${run} ? { isCompiled, found: program.load().run()[0] } : { isCompiled }));`,
    options,
  );
}

/** Runs in a separate process: other specs change the flags of this one, which invalidates the code. */
async function keepCode(): Promise<void> {
  await inProcess(`import { writeFileSync } from 'node:fs';
    const program = BundledProgram.in(${JSON.stringify(folder)});
    program.load().run();
    writeFileSync(${JSON.stringify(path.join(folder, 'program.code'))}, program.code());
    console.log('null');`);
}

async function inProcess(work: string, options: readonly string[] = []): Promise<unknown> {
  const script = `import { BundledProgram } from '${MODULE}'; ${work}`;
  const env = { PATH: process.env['PATH'] ?? '' };
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '--input-type=module', '-e', script], {
    env,
  });
  return JSON.parse(stdout);
}

describe('the program as one script', () => {
  it('finds its own path and the files in its folder', () => {
    expect(loaded().run()).toEqual(['beside', path.join(folder, 'program.cjs'), folder]);
  });

  it('has its file and line in stack traces', () => {
    expect(() => loaded().fail()).toThrow('meant');
    try {
      loaded().fail();
    } catch (error) {
      expect((error as Error).stack).toContain(`${path.join(folder, 'program.cjs')}:4:`);
    }
  });

  it('reads letters of any script, which patterns of the bundle contain unescaped', () => {
    expect(['휴학', 'leave'].map((text) => loaded().isHangul(text))).toEqual([true, false]);
  });

  it('uses code that was compiled before, with the same result', async () => {
    expect(await inNewProcess(folder, true)).toEqual({ isCompiled: false, found: 'beside' });
    await keepCode();
    expect(await inNewProcess(folder, true)).toEqual({ isCompiled: true, found: 'beside' });
  });

  it('uses code in a process with another size of the young generation', async () => {
    await keepCode();
    const found = await inNewProcess(folder, true, ['--max-semi-space-size=8']);
    expect(found).toEqual({ isCompiled: true, found: 'beside' });
  });

  it.each([
    ['of another program', () => writeFileSync(path.join(folder, 'program.cjs'), `${SOURCE}\nexports.more = 1;`)],
    ['that was cut', () => truncateSync(path.join(folder, 'program.code'), 100)],
    ['that is none', () => writeFileSync(path.join(folder, 'program.code'), '')],
  ])('compiles again if there is code %s', async (_, damage) => {
    await keepCode();
    damage();
    expect(await inNewProcess(folder, true)).toEqual({ isCompiled: false, found: 'beside' });
  });

  it('is undefined without a bundle', () => {
    rmSync(path.join(folder, 'program.cjs'));
    expect(BundledProgram.in(folder)).toBeUndefined();
  });

  it('is ASCII as built: one other character doubles the memory that its source takes', () => {
    expect(readFileSync(path.join(BUILT, 'program.cjs')).every((byte) => byte < 0x80)).toBe(true);
  });

  it('is compiled by the build, for a process without extra flags', async () => {
    expect(await inNewProcess(BUILT, false)).toEqual({ isCompiled: true });
  });
});
