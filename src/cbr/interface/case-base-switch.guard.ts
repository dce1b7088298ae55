import { CanActivate, Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { DomainError } from '../../shared/domain/domain-error.js';

/** Closes every route of the case base with CBR_ENABLED=false, before its body is judged (AC-ORCH-010 C). */
@Injectable()
export class CaseBaseSwitch implements CanActivate {
  constructor(private readonly environment: Environment) {}

  /** @throws DomainError (501) when the case base is switched off */
  canActivate(): boolean {
    if (this.environment.CBR_ENABLED) return true;
    throw new DomainError('not-available', 'cbr-disabled', 'CBR system is not enabled');
  }
}
