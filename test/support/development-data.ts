import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const FOLDER = process.env['DEV_DATA_DIR'] ?? path.join(projectRoot(), '..', 'shared', 'data', 'dev');

/** What a group of specs lacks where such data is missing. */
export const NO_DATA = 'no development data';

/** Data that is not part of the project, in DEV_DATA_DIR or near it; undefined if it is missing; specs that need it are then skipped. */
export function developmentData(name: string): string | undefined {
  const folder = path.join(FOLDER, name);
  return existsSync(folder) ? folder : undefined;
}
