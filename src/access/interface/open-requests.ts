import { Injectable, Logger, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { covers } from '../../shared/domain/category-filter.js';
import { CurrentRights, OwnerRights } from '../../shared/domain/current-rights.js';
import { onResponseClose } from '../../shared/interface/on-response-close.js';
import { RecogniseSession } from '../application/recognise-session.js';
import { Caller } from '../domain/caller.js';
import type { NeededScope } from './access.decorators.js';

/** Interval after which an open stream detects that its key was revoked, or that its person has other groups. */
const LOOK_EVERY_MS = 1_000;

interface OpenRequest {
  readonly caller: Caller;
  readonly scope: NeededScope;
  readonly reply: FastifyReply;
  /** Token of the browser's session; undefined for a key. */
  readonly session?: string | undefined;
}

/**
 * Requests in flight. Resolves the rights of their callers again every second, so that a stream of any route ends
 * with its key or its session, whichever process ended it. Closing the connection cancels the work of the request, as if the client had disconnected.
 */
@Injectable()
export class OpenRequests implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('access');
  private readonly open = new Set<OpenRequest>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rights: CurrentRights,
    private readonly sessions: RecogniseSession,
  ) {}

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

  /** Closes the requests whose callers have lost the right to them. Never rejects: the next check retries. */
  async look(): Promise<void> {
    const byOwner = new Map<string, OpenRequest[]>();
    for (const request of this.open)
      byOwner.set(request.caller.id, [...(byOwner.get(request.caller.id) ?? []), request]);
    for (const [owner, requests] of byOwner) {
      try {
        const rights = await this.rights.of(owner);
        const ended = await this.sessions.endedOf(new Set(requests.flatMap(({ session }) => session ?? [])));
        for (const request of requests)
          if (!isStillAllowed(request, rights) || (request.session !== undefined && ended.has(request.session)))
            this.close(request);
      } catch (error) {
        this.logger.warn({ err: error, key: owner }, 'failed to read the rights of an open request; retrying');
      }
    }
  }

  private close(request: OpenRequest): void {
    this.open.delete(request);
    this.logger.log(
      { key: request.caller.id },
      'closed an open request: its key or session no longer has the right to it',
    );
    request.reply.raw.destroy();
  }
}

/** Rights may grow, but every right of the start must still be granted. */
function isStillAllowed({ caller, scope }: OpenRequest, rights: OwnerRights | undefined): boolean {
  return rights !== undefined && (scope === 'any' || rights.mayUse(scope)) && covers(rights.filter, caller.filter);
}
