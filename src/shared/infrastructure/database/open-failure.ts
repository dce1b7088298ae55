import path from 'node:path';
import { ConfigurationError } from '../../../config/environment.js';
import { storeTrouble } from '../../domain/store-fault.js';

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/**
 * Why a database file could not be opened, and what to do: a start that fails is read by somebody who does not know the files.
 * @returns the error itself where the code tells nothing
 */
export function openFailure(error: unknown, file: string): unknown {
  const code = codeOf(error);
  const trouble = storeTrouble(error);
  const [name, folder] = [path.basename(file), path.dirname(file)];
  if (trouble === 'damaged')
    return new ConfigurationError([
      `DATA_DIR: ${name} in ${folder} is damaged or no database (${code}); put a backup back with npm run touchstone -- restore, or move the file away to start with an empty one`,
    ]);
  if (trouble === 'unwritable' || trouble === 'forbidden')
    return new ConfigurationError([
      `DATA_DIR: ${folder} cannot be read and written (${code} for ${name}); give the user of the server the right to, or set DATA_DIR to another folder`,
    ]);
  if (trouble === 'full')
    return new ConfigurationError([`DATA_DIR: the disk of ${folder} is full (${code}); free space, then start again`]);
  return error;
}

/** Does the work; what fails for a reason that a user can change is told in such words. @throws ConfigurationError */
export async function openingFile<T>(file: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw openFailure(error, file);
  }
}
