import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { z } from 'zod';
import { isCategoryPath } from '../../shared/domain/category-path.js';
import { ServedTree } from '../domain/taxonomy-service.js';

const kept = z.object({
  base: z.string(),
  toldAtMs: z.number(),
  tree: z.object({
    version: z.string(),
    createdAt: z.string(),
    categories: z.array(z.custom<string[]>(isCategoryPath)),
  }),
});

/** The last tree from a taxonomy service, in a file: a server that starts while the service is unavailable still has it. */
export class TaxonomyCacheFile {
  private readonly logger = new Logger('taxonomy');
  private readonly file: string;

  /** @param base the service's address: answers of another service are not used */
  constructor(
    dataFolder: string,
    private readonly base: string,
  ) {
    this.file = path.resolve(dataFolder, 'taxonomy-service.json');
  }

  /** Undefined if the file is missing or damaged. */
  read(): { readonly tree: ServedTree; readonly toldAtMs: number } | undefined {
    try {
      const read = kept.safeParse(JSON.parse(readFileSync(this.file, 'utf8')));
      return read.success && read.data.base === this.base ? read.data : undefined;
    } catch {
      return undefined;
    }
  }

  /** A full disk only loses the cache for the next start, so a failure is logged and not thrown. */
  write(tree: ServedTree, toldAtMs: number): void {
    try {
      mkdirSync(path.dirname(this.file), { recursive: true });
      writeFileSync(`${this.file}.new`, JSON.stringify({ base: this.base, toldAtMs, tree }));
      renameSync(`${this.file}.new`, this.file);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to persist the taxonomy cache');
    }
  }
}
