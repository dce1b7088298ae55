import { Injectable, Logger, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { covers } from '../../shared/domain/category-filter.js';
import { CurrentRights, OwnerRights } from '../../shared/domain/current-rights.js';
import { onResponseClose } from '../../shared/interface/on-response-close.js';
import { Caller, Scope } from '../domain/caller.js';

/** How soon an open stream notices that its key was revoked. */
const LOOK_EVERY_MS = 5_000;

interface OpenRequest {
  readonly caller: Caller;
  readonly scope: Scope;
  readonly reply: FastifyReply;
}

/**
 * Requests that are not answered to the end yet. The rights of their callers are resolved again every few seconds: a stream of any
 * route ends with its key. The connection is closed, which cancels the work behind it as if the client had left.
 */
@Injectable()
export class OpenRequests implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('access');
  private readonly open = new Set<OpenRequest>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly rights: CurrentRights) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  add(request: OpenRequest): void {
    this.open.add(request);
    onResponseClose(request.reply, () => this.open.delete(request));
  }

  /** Closes the requests whose callers may not have them any more. Never rejects: the next look tries again. */
  async look(): Promise<void> {
    const byOwner = new Map<string, OpenRequest[]>();
    for (const request of this.open)
      byOwner.set(request.caller.id, [...(byOwner.get(request.caller.id) ?? []), request]);
    for (const [owner, requests] of byOwner) {
      try {
        const rights = await this.rights.of(owner);
        for (const request of requests) if (!isStillAllowed(request, rights)) this.close(request);
      } catch (error) {
        this.logger.warn(
          { err: error, key: owner },
          'the rights of an open request could not be read; they are read again',
        );
      }
    }
  }

  private close(request: OpenRequest): void {
    this.open.delete(request);
    this.logger.log({ key: request.caller.id }, 'an open request was ended: its key may not have it any more');
    request.reply.raw.destroy();
  }
}

/** The rights may have grown; whatever was given at the start must be given still. */
function isStillAllowed({ caller, scope }: OpenRequest, rights: OwnerRights | undefined): boolean {
  return rights !== undefined && rights.mayUse(scope) && covers(rights.filter, caller.filter);
}
