import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Fault, InvalidInputError } from '../../shared/domain/domain-error.js';
import { pointerToken } from '../../shared/domain/json-pointer.js';
import { fileInFolders } from '../../shared/infrastructure/configuration-folders.js';
import { targetFaults } from '../domain/target-rules.js';
import { toTarget } from '../domain/target-record.js';
import { OwnAddresses, TargetFile, TestTarget } from '../domain/test-target.js';
import { targetRecordSchema } from './target-record-schema.js';

const FILE = 'targets.json';
const fileSchema = z.strictObject({ items: z.array(targetRecordSchema) });

const inFile = ({ pointer, detail }: Fault): Fault => ({
  pointer: '',
  detail: `config/${FILE} at ${pointer === '' ? '/' : pointer}: ${detail}`,
});

/** `{"items": [...]}` in `targets.json`, read whenever it is asked for: an edit holds from the next session on. */
export class JsonTargetFile extends TargetFile {
  /** @param folders of the configuration; the file of the first that has one is read */
  constructor(
    private readonly folders: readonly string[],
    private readonly own: OwnAddresses,
  ) {
    super();
  }

  async list(): Promise<readonly TestTarget[]> {
    const file = fileInFolders(this.folders, FILE);
    if (file === undefined) return [];
    const targets = this.parse(await readFile(file, 'utf8'));
    const faults = targetFaults(targets, this.own);
    if (faults.length > 0) throw new InvalidInputError(faults.map(inFile));
    return targets;
  }

  private parse(text: string): readonly TestTarget[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new InvalidInputError([inFile({ pointer: '', detail: 'is not valid JSON' })]);
    }
    const parsed = fileSchema.safeParse(value);
    if (parsed.success) return parsed.data.items.map(toTarget);
    throw new InvalidInputError(
      parsed.error.issues.map(({ path, message }) =>
        inFile({ pointer: path.map((name) => `/${pointerToken(name)}`).join(''), detail: message }),
      ),
    );
  }
}
