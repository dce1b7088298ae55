import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticate } from '../application/authenticate.js';
import { mayUse, Scope } from '../domain/caller.js';
import { keyOf } from '../../shared/interface/request-key.js';

/** For public routes that show more to a key. */
@Injectable()
export class IdentifyCaller {
  constructor(private readonly authenticate: Authenticate) {}

  /** Whether the request carries a key with this scope; without authentication everyone has every scope. */
  mayUse(request: FastifyRequest, scope: Scope): boolean {
    try {
      return mayUse(this.authenticate.execute(keyOf(request)), scope);
    } catch {
      return false;
    }
  }
}
