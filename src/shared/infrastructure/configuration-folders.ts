import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of package.json, whether the code runs from dist or from the test build. */
export function projectRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('package.json was not found above the program.');
    folder = parent;
  }
  return folder;
}

function programFolder(): string {
  return path.join(projectRoot(), 'data', 'config');
}

/**
 * Returns the folders of configuration files in search order: the organisation's folder, then the program's. With the default DATA_DIR both
 * are the same. In a container image only the first is writable.
 * @param dataDir DATA_DIR
 */
export function configurationFolders(dataDir: string): readonly string[] {
  return [...new Set([path.resolve(dataDir, 'config'), programFolder()])];
}

/** Returns the file with this name in the first folder that has one. */
export function fileInFolders(folders: readonly string[], name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/**
 * Returns the effective file: the organisation's, otherwise the program's (even if that does not exist).
 * @param dataDir DATA_DIR
 * @param name of the file, for example `redaction.json`
 */
export function configurationFile(dataDir: string, name: string): string {
  return fileInFolders(configurationFolders(dataDir), name) ?? path.join(programFolder(), name);
}
