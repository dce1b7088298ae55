import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Fault, InvalidInputError, pointerToken } from '../../../shared/domain/domain-error.js';
import { fileInFolders } from '../../../shared/infrastructure/configuration-folders.js';
import { PathPatterns } from '../domain/file-mapping.js';
import { SourceConnectors, SourceDefinitions } from '../domain/source-connectors.js';
import { toSettings } from '../domain/source-record.js';
import { settingsFaults } from '../domain/source-rules.js';
import { SERVER_OWNER, Source } from '../domain/source.js';
import { sourceRecordSchema } from './source-record-schema.js';

const FILE = 'sources.json';
const ID = /^[a-z0-9][a-z0-9._-]{0,59}$/u;
const fileSchema = z.strictObject({
  items: z.array(
    sourceRecordSchema.extend({
      id: z.string().regex(ID, 'must be up to 60 lowercase letters, digits, dots and dashes'),
    }),
  ),
});

const inFile = ({ pointer, detail }: Fault): Fault => ({
  pointer: '',
  detail: `config/${FILE} at ${pointer === '' ? '/' : pointer}: ${detail}`,
});

/** `{"items": [{"id": …}]}` in `sources.json`, read at each call: an edit takes effect at the next run. */
export class JsonSourceDefinitions extends SourceDefinitions {
  /**
   * @param folders of the configuration; the file of the first that has one is read
   * @param timeZone of schedules that name none
   */
  constructor(
    private readonly folders: readonly string[],
    private readonly timeZone: string,
    private readonly patterns: PathPatterns,
    private readonly connectors: SourceConnectors,
  ) {
    super();
  }

  async list(): Promise<readonly Source[]> {
    const file = fileInFolders(this.folders, FILE);
    if (file === undefined) return [];
    const sources = this.parse(await readFile(file, 'utf8'));
    const faults = sources.flatMap(({ id, settings }, i) => {
      const own = settingsFaults(settings, this.patterns, this.connectors.kinds);
      if (sources.findIndex((each) => each.id === id) < i) own.push({ pointer: '/id', detail: `duplicate id '${id}'` });
      return own.map(({ pointer, detail }) => inFile({ pointer: `/items/${i}${pointer}`, detail }));
    });
    if (faults.length > 0) throw new InvalidInputError(faults);
    return sources;
  }

  private parse(text: string): readonly Source[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new InvalidInputError([inFile({ pointer: '', detail: 'is not valid JSON' })]);
    }
    const parsed = fileSchema.safeParse(value);
    if (!parsed.success)
      throw new InvalidInputError(
        parsed.error.issues.map(({ path, message }) =>
          inFile({ pointer: path.map((name) => `/${pointerToken(String(name))}`).join(''), detail: message }),
        ),
      );
    return parsed.data.items.map(({ id, ...record }) => ({
      id,
      origin: 'file',
      owner: SERVER_OWNER,
      settings: toSettings(record, this.timeZone),
    }));
  }
}
