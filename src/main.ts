import path from 'node:path';
import { BundledProgram } from './shared/infrastructure/runtime/bundled-program.js';
import { runsWithFittingNode } from './shared/infrastructure/runtime/fitting-node.js';

interface Program {
  run(): Promise<void>;
}

function isProgram(value: unknown): value is Program {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

if (!runsWithFittingNode(import.meta.filename, path.join(import.meta.dirname, '..', '..', '.config'))) {
  const program = BundledProgram.in(import.meta.dirname)?.load() ?? (await import('./program.js'));
  if (!isProgram(program)) throw new Error('The build is damaged; run "npm run build".');
  await program.run();
}
