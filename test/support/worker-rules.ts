import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';

/**
 * Rules of every process that runs specs. A spec that starts a process is a system spec by its name: `npm test` runs the others, which
 * a contributor waits for.
 */
const STARTERS = ['spawn', 'spawnSync', 'fork', 'exec', 'execSync', 'execFile', 'execFileSync'] as const;

/** Frames of specs and their support, and those of the product: workers that the product itself starts are ignored. */
const SPEC_FRAME = /\.cache\/test\/(?:test\/|src\/.*\.spec\.js)/u;
const PRODUCT_FRAME = /\.cache\/test\/src\//u;

/** @returns whether a spec or its support asks for the process, going by the first frame of this project */
export function isAskedBySpec(stack: string): boolean {
  const frame = stack
    .replaceAll('\\', '/')
    .split('\n')
    .slice(1)
    .find((line) => !line.includes('/support/worker-rules.js') && (SPEC_FRAME.test(line) || PRODUCT_FRAME.test(line)));
  return frame !== undefined && SPEC_FRAME.test(frame);
}

function refuseInOthers(name: string): void {
  const { testPath = '' } = expect.getState();
  if (!testPath.endsWith('.system.spec.js') && isAskedBySpec(new Error('asked').stack ?? ''))
    throw new Error(`${testPath} starts a process (${name}): name it *.system.spec.ts, for "npm run test:system".`);
}

type Starter = ((...args: unknown[]) => unknown) & { [promisify.custom]?: (...args: unknown[]) => unknown };

function refuseProcesses(): void {
  const programs = childProcess as unknown as Record<string, Starter>;
  for (const name of STARTERS) {
    const start = programs[name]!;
    const guarded: Starter = (...args) => {
      refuseInOthers(name);
      return start(...args);
    };
    const asPromise = start[promisify.custom];
    if (asPromise !== undefined)
      guarded[promisify.custom] = (...args) => {
        refuseInOthers(name);
        return asPromise(...args);
      };
    programs[name] = guarded;
  }
  syncBuiltinESMExports();
}

refuseProcesses();
// What a spec left open, and what specs share, ends with the run.
process.once('disconnect', () => process.exit());
