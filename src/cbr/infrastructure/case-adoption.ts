import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { ImportCaseFile } from '../application/import-case-file.js';
import { ADOPTED_FILE } from './adopted-file.js';
import { CaseDatabase } from './case-database.js';
import { readSetting, writeSetting } from './sqlite-case-settings.js';

/** Takes over the cases of a file that was set aside, once; a start that was interrupted does it again. */
@Injectable()
export class CaseAdoption implements OnApplicationBootstrap {
  private readonly logger = new Logger('cbr');

  constructor(
    private readonly database: CaseDatabase,
    private readonly importFile: ImportCaseFile,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const file = path.join(path.dirname(this.database.file), ADOPTED_FILE);
    if (!existsSync(file) || readSetting(this.database, 'adopted') === 'done') return;
    const { imported, failed, errors } = await this.importFile.execute(readFileSync(file), UNRESTRICTED);
    writeSetting(this.database, 'adopted', 'done');
    this.logger.log({ imported, failed, errors }, `the cases of ${ADOPTED_FILE} were taken over`);
  }
}
