import { ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { DomainError } from '../../shared/domain/domain-error.js';
import { ANONYMOUS_ID } from '../domain/caller.js';
import { RequestWithAccess } from './access.decorators.js';

/**
 * Limits the requests per minute of a known key, over all routes and addresses together. It runs after the access
 * guard, which knows the key. Requests without a known key are limited by address before (`limitAddresses`).
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    const access = context.switchToHttp().getRequest<RequestWithAccess>().access;
    return Promise.resolve(access === undefined || access.caller.id === ANONYMOUS_ID);
  }

  protected override getTracker(request: RequestWithAccess): Promise<string> {
    return Promise.resolve(request.access?.caller.id ?? '');
  }

  /** One count for all routes: the library's own key would give each route a separate limit. */
  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  protected override throwThrottlingException(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const what = `More than ${detail.limit} requests a minute`;
    const error = new DomainError(
      'rate-limited',
      'rate-limited',
      `${what}; wait ${detail.timeToBlockExpire} seconds and try again.`,
    );
    return Promise.reject(error);
  }
}
