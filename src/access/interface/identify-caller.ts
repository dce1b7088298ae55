import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Authenticate } from '../application/authenticate.js';
import { isLimited, mayUse, Scope } from '../domain/caller.js';
import { SessionCookie } from './session-cookie.js';

/** For public routes that return more to an authenticated caller. */
@Injectable()
export class IdentifyCaller {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Whether the request has a key with this scope that is not limited to some categories; without authentication every
   * caller has every scope.
   */
  async mayUse(request: FastifyRequest, scope: Scope): Promise<boolean> {
    try {
      const caller = await this.authenticate.authenticate(this.cookie.credentialsOf(request));
      return mayUse(caller, scope) && !isLimited(caller);
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}
