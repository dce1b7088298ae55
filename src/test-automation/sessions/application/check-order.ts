import { Injectable } from '@nestjs/common';
import { PersonaSets } from '../../personas/domain/persona-sets.js';
import { SessionOrder } from '../../domain/session-order.js';
import { ChooseTarget } from '../../targets/application/choose-target.js';
import { chosenPersonas } from './chosen-personas.js';

/** Checks before a session is stored what would otherwise fail at its start. */
@Injectable()
export class CheckOrder {
  constructor(
    private readonly personaSets: PersonaSets,
    private readonly targets: ChooseTarget,
  ) {}

  /** @throws InvalidInputError for an unknown persona or set */
  async checkPersonas(order: SessionOrder, pointer: string): Promise<void> {
    await chosenPersonas(this.personaSets, order, pointer);
  }

  /** @throws InvalidInputError for an unknown target, DomainError (403) for an address that the owner may not give */
  async checkTarget({ target }: SessionOrder, owner: string, pointer: string): Promise<void> {
    await this.targets.choose(target, owner, `${pointer}/target`);
  }
}
