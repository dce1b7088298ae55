import { Injectable } from '@nestjs/common';
import { DomainError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { targetFaults } from '../domain/target-rules.js';
import { ConfiguredTarget, OwnerDirectory, TargetStore, TestTarget } from '../domain/test-target.js';
import { JsonPaths } from '../domain/json-value.js';
import { ReadTargets } from './choose-target.js';
import { OwnAddresses } from '../../../shared/domain/base-url.js';

/** A target as the client sent it; `origin` as GET returns it, so that a list can be sent back. */
export interface SentTarget {
  readonly target: TestTarget;
  readonly origin: 'file' | 'api' | undefined;
}

/** Replaces the targets in the store; those of the file stay. */
@Injectable()
export class SaveTargets {
  constructor(
    private readonly store: TargetStore,
    private readonly targets: ReadTargets,
    private readonly owners: OwnerDirectory,
    private readonly own: OwnAddresses,
    private readonly paths: JsonPaths,
  ) {}

  /**
   * @throws InvalidInputError (422) with every fault; DomainError (403) for every caller of a server without keys that is not on loopback
   */
  async replace(sent: readonly SentTarget[], owner: string): Promise<readonly ConfiguredTarget[]> {
    if (!(await this.owners.rightsOf(owner)).mayNameAddresses)
      throw new DomainError(
        'forbidden',
        'target-address',
        'Targets are configured with a key, or on loopback; set AUTH_MODE=api-key.',
      );
    const listed = await this.targets.list();
    const ofFile = new Set(listed.flatMap(({ target, origin }) => (origin === 'file' ? [target.name] : [])));
    const faults = targetFaults(
      sent.map(({ target }) => target),
      this.own,
      this.paths,
    );
    for (const [i, { target, origin }] of sent.entries())
      if (ofFile.has(target.name) && origin !== 'file')
        faults.push({
          pointer: `/items/${i}/name`,
          detail: `'${target.name}' is defined in targets.json; change it there`,
        });
    if (faults.length > 0) throw new InvalidInputError(faults);
    await this.store.replace(sent.filter(({ target }) => !ofFile.has(target.name)).map(({ target }) => target));
    return this.targets.list();
  }
}
