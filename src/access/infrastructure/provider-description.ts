import { baseUrl, OwnAddresses } from '../../shared/domain/base-url.js';
import { Injectable, Logger } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { Environment } from '../../config/environment.js';
import { MonotonicClock } from '../../shared/domain/clock.js';
import { TryLaterError } from '../../shared/domain/domain-error.js';
import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { OutgoingError } from '../../shared/infrastructure/outgoing/outgoing-failure.js';
import { NoProviderError } from '../domain/identity-provider.js';

/** The library is loaded by the first sign-in. */
type Library = typeof import('openid-client');
const load = (): Promise<Library> => import('openid-client');

/** The description of the provider is read again after this time. */
const DISCOVER_EVERY_MS = 3_600_000;
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 10_000 };
const TIMEOUT_S = 10;
const RETRY_AFTER_S = 10;

/** The settings of the provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly linkClaim: string;
  /** PUBLIC_URL without a final slash. */
  readonly base: string;
}

function settingsOf(env: Environment): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || PUBLIC_URL === undefined)
    return undefined;
  const { OIDC_SCOPES: scopes, OIDC_GROUPS_CLAIM: groupsClaim, OIDC_LINK_CLAIM: linkClaim } = env;
  return { issuer, clientId, clientSecret, scopes, groupsClaim, linkClaim, base: baseUrl(PUBLIC_URL) };
}

function causesOf(error: unknown): readonly unknown[] {
  const more = error instanceof Error && error.cause !== undefined ? causesOf(error.cause) : [];
  return [error, ...more];
}

/** Whether a request to the provider failed because it could not be reached. */
export function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => cause instanceof OutgoingError || (cause instanceof Error && /^(Timeout|Abort)Error$/u.test(cause.name)),
  );
}

/** The provider of OIDC_ISSUER as it describes itself, read when it is first needed and again every hour. */
@Injectable()
export class ProviderDescription {
  private readonly logger = new Logger('sign-in');
  private readonly settings: ProviderSettings | undefined;
  /** Requests to the provider. */
  readonly client: OutgoingClient;
  private found: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | undefined;

  constructor(
    environment: Environment,
    private readonly clock: MonotonicClock,
    own: OwnAddresses,
  ) {
    this.settings = settingsOf(environment);
    // The description names further addresses.
    this.client = new OutgoingClient({ ...LIMITS, isRefused: (address, port) => own.isOwn(address, port) });
  }

  get isConfigured(): boolean {
    return this.settings !== undefined;
  }

  /** @throws NoProviderError */
  required(): ProviderSettings {
    if (this.settings === undefined) throw new NoProviderError();
    return this.settings;
  }

  /** @throws NoProviderError, TryLaterError if the provider cannot be reached */
  async opened(): Promise<readonly [Library, Configuration]> {
    const settings = this.required();
    const library = await load();
    const now = this.clock.nowMs();
    if (this.found === undefined || this.found.untilMs <= now)
      this.found = { configuration: this.discover(library, settings), untilMs: now + DISCOVER_EVERY_MS };
    try {
      return [library, await this.found.configuration];
    } catch (error) {
      this.found = undefined;
      this.logger.error({ err: error }, 'failed to read the description of the sign-in provider');
      throw new TryLaterError(
        'sign-in-provider',
        'The sign-in provider could not be reached, or its description does not match OIDC_ISSUER; try again later.',
        RETRY_AFTER_S,
      );
    }
  }

  private discover(library: Library, { issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
    const url = new URL(issuer);
    return library.discovery(url, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      [library.customFetch]: (address, { method, headers, body, signal }) =>
        this.client.fetch(address, {
          method,
          headers,
          ...(typeof body === 'string' || body instanceof URLSearchParams ? { body } : {}),
          ...(signal === undefined ? {} : { signal }),
        }),
      execute: [
        library.enableNonRepudiationChecks,
        // The settings admit http for a provider on this machine only. The library marks the function so that it is noticed.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        ...(url.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    });
  }
}
