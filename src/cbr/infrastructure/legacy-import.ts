import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { ImportCaseFile } from '../application/import-cases.js';
import { LegacyImports } from '../domain/case-store.js';
import { storeFile, storeFolders } from '../../shared/infrastructure/database/embedded-file.js';
import { ADOPTED_FILE, setForeignFileAside } from './adopted-file.js';

/** Imports the cases of a renamed file once; an interrupted start repeats the import. */
@Injectable()
export class LegacyImport implements OnApplicationBootstrap {
  private readonly logger = new Logger('cbr');

  constructor(
    private readonly environment: Environment,
    private readonly adopted: LegacyImports,
    private readonly importFile: ImportCaseFile,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.environment.CBR_ENABLED) return;
    const folders = storeFolders(this.environment);
    // The embedded store has renamed the file before it opened its own, which has the same name.
    if (this.environment.DATABASE_URL !== undefined) setForeignFileAside(storeFile(folders, 'cases'));
    const file = path.join(folders.cases, ADOPTED_FILE);
    if (!existsSync(file)) return;
    const bytes = await readFile(file);
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (await this.adopted.has(digest)) return;
    const { imported, failed, errors } = await this.importFile.import(bytes, UNRESTRICTED);
    await this.adopted.add(digest);
    this.logger.log({ imported, failed, errors }, `imported the cases of ${ADOPTED_FILE}`);
  }
}
