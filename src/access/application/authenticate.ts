import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { Caller, SCOPES } from '../domain/caller.js';
import { AdminKey } from '../domain/admin-key.js';

const ALL_SCOPES = new Set(SCOPES);
const ANONYMOUS: Caller = { id: 'anonymous', scopes: ALL_SCOPES, filter: UNRESTRICTED };
const ADMIN: Caller = { id: 'admin', scopes: ALL_SCOPES, filter: UNRESTRICTED };

/** Finds out who asks. Without authentication everyone is `anonymous` with all scopes, which the start allows on loopback only. */
@Injectable()
export class Authenticate {
  constructor(private readonly adminKey: AdminKey) {}

  /** @throws DomainError (401) when keys are required and this one is missing or not known */
  execute(key: string | undefined): Caller {
    if (!this.adminKey.required) return ANONYMOUS;
    if (key !== undefined && this.adminKey.matches(key)) return ADMIN;
    const what = key === undefined ? 'This route needs a key' : 'This key is not known';
    throw new DomainError('unauthorised', 'unauthorised', `${what}; send it as X-API-Key or as Authorization: Bearer.`);
  }
}
