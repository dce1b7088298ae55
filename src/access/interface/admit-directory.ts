import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Environment } from '../../config/environment.js';
import { restrictedTo } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { keyOf } from '../../shared/interface/request-id.js';
import { Caller } from '../domain/caller.js';
import { AccessState } from './access.decorators.js';

const NOTHING = restrictedTo([]);
/** As the audit log names the directory. It sees no document and has no scope. */
const DIRECTORY: Caller = { id: 'scim', scopes: new Set(), filter: NOTHING };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Admits the directory that provisions people, by its secret, before the body is read. */
@Injectable()
export class AdmitDirectory {
  private readonly expected: Buffer | undefined;

  constructor({ SCIM_TOKEN }: Environment) {
    this.expected = SCIM_TOKEN === undefined ? undefined : digest(SCIM_TOKEN);
  }

  /** @throws DomainError: 501 without SCIM_TOKEN, 401 without this secret. A key of the API is none. */
  admit(request: FastifyRequest): AccessState {
    if (this.expected === undefined)
      throw new DomainError('not-available', 'scim', 'Provisioning by SCIM is not configured; set SCIM_TOKEN.');
    const secret = keyOf(request);
    if (secret === undefined || !this.matches(secret))
      throw new DomainError('unauthorised', 'unauthorised', 'This route needs SCIM_TOKEN as Authorization: Bearer.');
    return { caller: DIRECTORY, effectiveFilter: NOTHING, agent: undefined, filterTimeMs: 0 };
  }

  /** Compares in constant time. */
  matches(secret: string): boolean {
    return this.expected !== undefined && timingSafeEqual(digest(secret), this.expected);
  }
}
