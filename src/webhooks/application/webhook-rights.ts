import { Injectable } from '@nestjs/common';
import { administers, CurrentRights, OwnerRights } from '../../shared/domain/current-rights.js';

/** Whether a caller without a key may name addresses inside: only if the server listens on loopback only. */
export class AnonymousReach {
  constructor(
    readonly anonymousId: string,
    readonly isTrusted: boolean,
  ) {}
}

/** What the owner of a webhook may do now. */
@Injectable()
export class WebhookRights {
  constructor(
    private readonly rights: CurrentRights,
    private readonly anonymous: AnonymousReach,
  ) {}

  /** @param owner id of a key or a person @returns undefined for an owner that has ended: its webhooks get nothing */
  of(owner: string): Promise<OwnerRights | undefined> {
    return this.rights.of(owner);
  }

  /**
   * Whether loopback and private networks are allowed: for administrators, as for test targets. Read at each attempt, so that a webhook
   * of an earlier administrator reaches public addresses only.
   */
  mayReachInside(owner: string, rights: OwnerRights | undefined): boolean {
    return administers(rights) && (owner !== this.anonymous.anonymousId || this.anonymous.isTrusted);
  }
}
