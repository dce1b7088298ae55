import { Injectable } from '@nestjs/common';
import { ConfiguredTarget, TargetFile, TargetStore } from '../domain/test-target.js';

/** The targets of the file, then those of the store whose names the file does not have. */
@Injectable()
export class ReadTargets {
  constructor(
    private readonly file: TargetFile,
    private readonly store: TargetStore,
  ) {}

  /** @throws InvalidInputError for a file with a fault */
  async list(): Promise<readonly ConfiguredTarget[]> {
    const ofFile = await this.file.list();
    const taken = new Set(ofFile.map(({ name }) => name));
    const stored = (await this.store.list()).filter(({ name }) => !taken.has(name));
    return [
      ...ofFile.map((target) => ({ target, origin: 'file' as const })),
      ...stored.map((target) => ({ target, origin: 'api' as const })),
    ];
  }
}
