import { CanActivate, Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { DomainError } from '../../shared/domain/domain-error.js';

/** Rejects every route of the case base with CBR_ENABLED=false, before its body is validated (AC-ORCH-010 C). */
@Injectable()
export class CaseBaseSwitch implements CanActivate {
  constructor(private readonly environment: Environment) {}

  /** @throws DomainError (501) if the case base is disabled */
  canActivate(): boolean {
    if (this.environment.CBR_ENABLED) return true;
    throw new DomainError('not-available', 'cbr-disabled', 'CBR system is not enabled');
  }
}
