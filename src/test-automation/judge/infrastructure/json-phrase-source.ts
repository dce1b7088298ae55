import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PhraseSource } from '../application/judge-by-rules.js';
import { PhraseLists } from '../domain/reply-kind.js';
import { projectRoot } from '../../../shared/infrastructure/configuration-folders.js';

const phrases = z.array(z.string().min(3)).min(1);
const schema = z.strictObject({ version: z.literal(1), evasive: phrases, abstaining: phrases });

/** The lists of data/config/evasions.json, read when the service starts. */
@Injectable()
export class JsonPhraseSource extends PhraseSource {
  private readonly lists: PhraseLists;

  /** @throws Error that names the file and the location, if the file is not valid */
  constructor(file: string = path.join(projectRoot(), 'data', 'config', 'evasions.json')) {
    super();
    const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Error(`${path.basename(file)}: /${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is not valid'}`);
    }
    this.lists = parsed.data;
  }

  read(): PhraseLists {
    return this.lists;
  }
}
