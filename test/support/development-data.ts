import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/shared/infrastructure/project-root.js';

/** A folder of data that lies beside the project and not in it; undefined where it is missing, and what needs it is skipped. */
export function developmentData(name: string): string | undefined {
  const folder = path.join(projectRoot(), '..', 'shared', 'data', 'dev', name);
  return existsSync(folder) ? folder : undefined;
}
