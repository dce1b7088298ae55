import { Injectable, Logger } from '@nestjs/common';
import { DomainError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { addressFault } from '../domain/target-rules.js';
import {
  OwnerDirectory,
  TargetRights,
  TestTarget,
  ConfiguredTarget,
  TargetFile,
  TargetStore,
} from '../domain/test-target.js';
import { SessionTarget, OrderedTarget } from '../../domain/session-request.js';
import { OwnAddresses } from '../../../shared/domain/base-url.js';

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

/** The target of a session. Its definition is undefined for this system and for an address that the owner gave. */
export interface ChosenTarget {
  readonly target: SessionTarget;
  readonly definition: TestTarget | undefined;
}

/** An owner may choose a target with one of the owner's scopes; `admin` has all scopes. */
function mayChoose({ mayUse }: TargetRights, target: TestTarget): boolean {
  return mayUse('admin') || target.scopes.some((scope) => mayUse(scope));
}

/**
 * Decides which system a session may question, by the present permissions of its owner. HTTP requests, schedules, resumed sessions and the
 * command line all use it, again at each start.
 */
@Injectable()
export class ChooseTarget {
  private readonly logger = new Logger('targets');

  constructor(
    private readonly targets: ReadTargets,
    private readonly owners: OwnerDirectory,
    private readonly own: OwnAddresses,
  ) {}

  /**
   * @param pointer of the target in the request, for the faults
   * @throws InvalidInputError (422) for an unknown name or an address that is not accepted; DomainError (403) for an address without the right to it
   */
  async choose(ordered: OrderedTarget, owner: string, pointer = '/target'): Promise<ChosenTarget> {
    if (ordered.name !== undefined) return this.named(ordered.name, owner, pointer);
    if (!('kind' in ordered)) throw new InvalidInputError([{ pointer, detail: 'needs a name or a kind' }]);
    if (ordered.kind !== 'self') await this.checkAddress(ordered, owner, pointer);
    return { target: ordered, definition: undefined };
  }

  /** The targets that the owner may choose, by name and kind. @throws InvalidInputError for a file with a fault, which is not shown */
  async choices(owner: string): Promise<readonly Pick<TestTarget, 'name' | 'kind'>[]> {
    const rights = await this.owners.rightsOf(owner);
    return (await this.list('')).filter((target) => mayChoose(rights, target));
  }

  private async named(name: string, owner: string, pointer: string): Promise<ChosenTarget> {
    const rights = await this.owners.rightsOf(owner);
    const all = await this.list(pointer);
    const definition = all.find((target) => target.name === name && mayChoose(rights, target));
    if (definition === undefined) {
      // A target that the owner may not choose gives the same error as one that does not exist.
      const detail = `unknown target '${name}'; an administrator adds it by PUT /test-targets, with a scope of this key`;
      throw new InvalidInputError([{ pointer: `${pointer}/name`, detail }]);
    }
    const fault = addressFault(definition.baseUrl, this.own);
    if (fault !== undefined)
      throw new InvalidInputError([{ pointer: `${pointer}/name`, detail: `the base URL of '${name}' ${fault}` }]);
    const { kind, model } = definition;
    return { target: { name, kind, model, baseUrl: undefined, apiKeyEnv: undefined }, definition };
  }

  /** Faults of the file are for administrators: they are logged here and shown by GET /test-targets. */
  private async list(pointer: string): Promise<readonly TestTarget[]> {
    try {
      return (await this.targets.list()).map(({ target }) => target);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      this.logger.error(`No target can be chosen by name: ${error.message}`);
      const detail =
        'cannot be looked up, since targets.json has a fault; an administrator sees it by GET /test-targets';
      throw new InvalidInputError([{ pointer: `${pointer}/name`, detail }]);
    }
  }

  private async checkAddress(target: SessionTarget, owner: string, pointer: string): Promise<void> {
    const { mayNameAddresses } = await this.owners.rightsOf(owner);
    if (!mayNameAddresses)
      throw new DomainError(
        'forbidden',
        'target-address',
        "Only a key with the scope 'admin' and without categories (or AUTH_MODE=none on loopback) may give the address or the secret of a target; choose a target by its name.",
      );
    if (target.kind === 'http')
      throw new InvalidInputError([
        { pointer: `${pointer}/kind`, detail: 'http needs templates; configure the target by PUT /test-targets' },
      ]);
    const fault = target.baseUrl === undefined ? undefined : addressFault(target.baseUrl, this.own);
    if (fault !== undefined) throw new InvalidInputError([{ pointer: `${pointer}/base_url`, detail: fault }]);
  }
}
