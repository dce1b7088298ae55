import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { AdminKey } from '../domain/admin-key.js';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

@Injectable()
export class ConfiguredAdminKey extends AdminKey {
  readonly required: boolean;
  private readonly expected: Buffer | undefined;

  constructor(environment: Environment) {
    super();
    this.required = environment.AUTH_MODE === 'api-key';
    this.expected = environment.ADMIN_API_KEY === undefined ? undefined : digest(environment.ADMIN_API_KEY);
  }

  /** Digests have equal length, so that the comparison discloses nothing about the key. */
  matches(key: string): boolean {
    return this.expected !== undefined && timingSafeEqual(digest(key), this.expected);
  }
}
