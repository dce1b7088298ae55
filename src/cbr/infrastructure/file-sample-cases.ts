import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Injectable } from '@nestjs/common';
import { SampleCases } from '../application/load-sample-cases.js';
import { ImportLine } from '../application/import-cases.js';
import { readMap } from './case-rows.js';
import { projectRoot } from '../../shared/infrastructure/configuration-folders.js';

/** Cases over both sample corpora, in Korean and English, one per line. */
@Injectable()
export class FileSampleCases extends SampleCases {
  async *records(): AsyncGenerator<ImportLine> {
    const file = path.join(projectRoot(), 'data', 'samples', 'cases.jsonl');
    let line = 0;
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      line++;
      if (text.trim() !== '') yield { line, record: readMap(text) };
    }
  }
}
