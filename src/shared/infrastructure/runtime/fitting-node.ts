import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Decides which versions of Node the product runs on, and finds or fetches one of them; in the project, not in the image. */
const SELECTION = 'fitting-node.cjs';
const STARTER = 'with-node.cjs';

interface NodeSelection {
  isSupported(version: string): boolean;
}

function isSelection(value: unknown): value is NodeSelection {
  return typeof value === 'object' && value !== null && 'isSupported' in value;
}

/**
 * Starts a program again with a Node that fits, as the npm scripts do, where the running one is too old: native modules end such a process
 * without a word.
 * @param program absolute path of the program that runs
 * @param configuration folder of the scripts that select a Node
 * @returns whether another process runs the program now; its exit code becomes the one of this process
 */
export function runsWithFittingNode(
  program: string,
  configuration: string,
  version: string = process.versions.node,
): boolean {
  if (!existsSync(path.join(configuration, STARTER))) return false;
  const load = createRequire(program);
  const selection: unknown = load(path.join(configuration, SELECTION));
  if (!isSelection(selection) || selection.isSupported(version)) return false;
  // The starter reads its arguments as if it had been started itself.
  process.argv.splice(1, 1, path.join(configuration, STARTER), program);
  load(path.join(configuration, STARTER));
  return true;
}
