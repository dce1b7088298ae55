import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { fileInFolders } from '../../shared/infrastructure/configuration-folders.js';
import { CONFIGURATION_PARTS, ConfigurationPart } from '../domain/configuration.js';
import { ConfigurationFile, ConfigurationFiles, ConfigurationSources } from '../domain/configuration-version.js';
import { Json, parseJson } from '../domain/json-patch.js';

/** Files listed of each folder, at most. */
const MOST_LISTED = 500;

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && /\.(json|txt)$/u.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
    .slice(0, MOST_LISTED);
}

/** The files of several folders; a file that the first folder lacks is read from the next one. */
export class FolderConfigurationFiles extends ConfigurationFiles {
  private stamp = '';

  /** @param folders the organisation's folder first, then the program's */
  constructor(private readonly folders: readonly string[]) {
    super();
  }

  async read(): Promise<ConfigurationSources> {
    // Read before the files: an edit meanwhile is detected the next time.
    this.stamp = this.stampNow();
    const hash = createHash('sha256');
    const parts: Record<string, Json> = {};
    for (const part of CONFIGURATION_PARTS) {
      const text = await this.text(part);
      hash.update(text);
      parts[part] = parsed(part, text);
    }
    return { document: parts, hash: hash.digest('hex') };
  }

  async list(): Promise<readonly ConfigurationFile[]> {
    const names = await Promise.all(this.folders.map(filesBelow));
    // With the default DATA_DIR there is one folder, that of the program.
    const own = new Set(this.folders.length > 1 ? names[0] : []);
    return [...new Set(names.flat())].sort().map((name) => ({ name, isOwn: own.has(name) }));
  }

  touched(): boolean {
    return this.stampNow() !== this.stamp;
  }

  private async text(part: ConfigurationPart): Promise<string> {
    const file = this.fileOf(part);
    if (file === undefined)
      throw new InvalidInputError([{ pointer: `/${part}`, detail: `data/config/${part}.json is missing.` }]);
    return await readFile(file, 'utf8');
  }

  private fileOf(part: ConfigurationPart): string | undefined {
    return fileInFolders(this.folders, `${part}.json`);
  }

  private stampNow(): string {
    return CONFIGURATION_PARTS.map((part) => {
      const file = this.fileOf(part);
      const stat = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
      return `${file ?? ''} ${stat?.mtimeMs ?? 0} ${stat?.size ?? 0}`;
    }).join('\n');
  }
}

function parsed(part: ConfigurationPart, text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new InvalidInputError([
      { pointer: `/${part}`, detail: `data/config/${part}.json is not valid JSON: ${reason}` },
    ]);
  }
}
