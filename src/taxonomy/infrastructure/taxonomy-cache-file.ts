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

/** The tree that a taxonomy service told last, in a file: a server that starts while the service is away still has it. */
export class TaxonomyCacheFile {
  private readonly logger = new Logger('taxonomy');
  private readonly file: string;

  /** @param base the service's address: what another service told is not used */
  constructor(
    dataFolder: string,
    private readonly base: string,
  ) {
    this.file = path.resolve(dataFolder, 'taxonomy-service.json');
  }

  /** Undefined where there is none, also where the file is damaged. */
  read(): { readonly tree: ServedTree; readonly toldAtMs: number } | undefined {
    try {
      const read = kept.safeParse(JSON.parse(readFileSync(this.file, 'utf8')));
      return read.success && read.data.base === this.base ? read.data : undefined;
    } catch {
      return undefined;
    }
  }

  /** A full disk costs only the memory of a restart, so that a failure is logged and nothing more. */
  write(tree: ServedTree, toldAtMs: number): void {
    try {
      mkdirSync(path.dirname(this.file), { recursive: true });
      writeFileSync(`${this.file}.new`, JSON.stringify({ base: this.base, toldAtMs, tree }));
      renameSync(`${this.file}.new`, this.file);
    } catch (error) {
      this.logger.warn({ err: error }, 'what the taxonomy service told could not be kept for the next start');
    }
  }
}
