import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Environment } from '../../config/environment.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { isTrustedOrigin } from '../domain/trusted-origin.js';

/** Keeps web pages of others from using this machine's server through the browser of whoever looks at them. */
@Injectable()
export class TrustedOriginGuard implements CanActivate {
  constructor(private readonly environment: Environment) {}

  /** @throws DomainError (403) */
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const policy = {
      allowedOrigins: this.environment.CORS_ALLOWED_ORIGINS,
      open: this.environment.AUTH_MODE === 'none',
      listensOn: this.environment.HOST,
    };
    if (isTrustedOrigin({ host: headers.host, origin: headers.origin }, policy)) return true;
    throw new DomainError(
      'forbidden',
      'origin',
      'This origin may not ask here: add it to CORS_ALLOWED_ORIGINS, or ask by a name of this machine.',
    );
  }
}
