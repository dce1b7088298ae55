import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Fault, InvalidInputError, pointerToken } from '../../../shared/domain/domain-error.js';
import { fileInFolders } from '../../../shared/infrastructure/configuration-folders.js';
import { targetFaults } from '../domain/target-rules.js';
import { toTarget } from '../domain/target-record.js';
import { TargetFile, TestTarget } from '../domain/test-target.js';
import { targetRecordSchema } from './target-record-schema.js';
import { JsonPaths } from '../domain/json-value.js';
import { OwnAddresses } from '../../../shared/domain/base-url.js';

const FILE = 'targets.json';
const fileSchema = z.strictObject({ items: z.array(targetRecordSchema) });

const inFile = ({ pointer, detail }: Fault, name: string): Fault => ({
  pointer: '',
  detail: `${name} at ${pointer === '' ? '/' : pointer}: ${detail}`,
});

/** `{"items": [...]}` in `targets.json`, read at each request: an edit takes effect with the next session. */
export class JsonTargetFile extends TargetFile {
  private added: { readonly text: string; readonly name: string } | undefined;

  /** @param folders of the configuration; the file of the first that has one is read */
  constructor(
    private readonly folders: readonly string[],
    private readonly own: OwnAddresses,
    private readonly paths: JsonPaths,
  ) {
    super();
  }

  /** Further targets, which precede those of the folder. @param name of the file, for the faults */
  add(text: string, name: string): void {
    this.added = { text, name };
  }

  async list(): Promise<readonly TestTarget[]> {
    const added = this.added === undefined ? [] : this.checked(this.added.text, this.added.name);
    const file = fileInFolders(this.folders, FILE);
    if (file === undefined) return added;
    const taken = new Set(added.map(({ name }) => name));
    const own = this.checked(await readFile(file, 'utf8'), `config/${FILE}`);
    return [...added, ...own.filter(({ name }) => !taken.has(name))];
  }

  private checked(text: string, name: string): readonly TestTarget[] {
    const targets = this.parse(text, name);
    const faults = targetFaults(targets, this.own, this.paths);
    if (faults.length > 0) throw new InvalidInputError(faults.map((fault) => inFile(fault, name)));
    return targets;
  }

  private parse(text: string, name: string): readonly TestTarget[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new InvalidInputError([inFile({ pointer: '', detail: 'is not valid JSON' }, name)]);
    }
    const parsed = fileSchema.safeParse(value);
    if (parsed.success) return parsed.data.items.map(toTarget);
    throw new InvalidInputError(
      parsed.error.issues.map(({ path, message }) =>
        inFile({ pointer: path.map((part) => `/${pointerToken(part)}`).join(''), detail: message }, name),
      ),
    );
  }
}
