import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { weightsOf } from '../../../infrastructure/models/model-folder.js';
import type { ModelFiles } from '../../../infrastructure/models/model-task.js';

/**
 * Twelve hexadecimal digits over everything that determines a model's vectors. A folder with replaced files is another
 * model, whose vectors must not be compared with those of the old one.
 */
export async function modelFingerprint(files: ModelFiles): Promise<string> {
  const hash = createHash('sha256').update(files.pooling);
  for (const name of ['tokenizer.json', 'tokenizer_config.json', ...weightsOf(files)]) {
    for await (const part of createReadStream(path.join(files.folder, name), { highWaterMark: 1 << 20 })) {
      if (part instanceof Uint8Array) hash.update(part);
    }
  }
  return hash.digest('hex').slice(0, 12);
}
