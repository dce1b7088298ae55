import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.js';

function programFolder(): string {
  return path.join(projectRoot(), 'data', 'config');
}

/**
 * Where files of the configuration are looked for: the organisation's own folder first, then that of the program. With the default
 * DATA_DIR both are the same. An image is read-only, so that only the first can be written there.
 * @param dataDir DATA_DIR
 */
export function configurationFolders(dataDir: string): readonly string[] {
  return [...new Set([path.resolve(dataDir, 'config'), programFolder()])];
}

/** The file of a name in the first of the folders that has one. */
export function fileInFolders(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/**
 * The file that is in force: the organisation's own, else the program's (whether or not that exists).
 * @param dataDir DATA_DIR
 * @param name of the file, for example `redaction.json`
 */
export function configurationFile(dataDir: string, name: string): string {
  return fileInFolders(configurationFolders(dataDir), name) ?? path.join(programFolder(), name);
}
