import { RagTarget } from '../../domain/rag-target.js';
import { RequestedSession, SessionRequest } from '../../domain/session-request.js';

/** Scopes of keys. */
export const TARGET_SCOPES = ['query', 'ingest', 'test', 'metrics', 'admin'] as const;
export type TargetScope = (typeof TARGET_SCOPES)[number];

/** A header of a target: its value, or the environment variable with a secret. */
export type TargetHeader = string | TargetSecret;

export interface TargetSecret {
  /** Name of the variable; the secret itself is never stored. */
  readonly secret: string;
  /** Text before the secret, for example `Bearer ` with its blank. */
  readonly prefix: string;
}

/** The request of a target of kind `http`. Text between `{{` and `}}` is replaced, see `fillTemplate`. */
export interface TargetRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Appended to the base URL; may have its own query. */
  readonly path: string;
  /** JSON; undefined sends no body. */
  readonly body: unknown;
}

/** Paths to the parts of an answer of a target of kind `http`: JSON Pointers or paths such as `choices[0].text`. */
export interface TargetResponse {
  readonly answer: string;
  readonly contexts: string | undefined;
  readonly citations: string | undefined;
  readonly conversationId: string | undefined;
  readonly inputTokens: string | undefined;
  readonly outputTokens: string | undefined;
  readonly costUsd: string | undefined;
}

/** US dollars for a million tokens. */
export interface TargetPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** A system under test that an administrator configured; others choose it by its name. */
export interface TestTarget {
  readonly name: string;
  readonly kind: 'openai' | 'touchstone' | 'http';
  readonly baseUrl: string;
  readonly model: string | undefined;
  readonly headers: Readonly<Record<string, TargetHeader>>;
  readonly request: TargetRequest | undefined;
  readonly response: TargetResponse | undefined;
  /** The answer is streamed as events, each with a part of it. */
  readonly stream: 'sse' | 'ndjson' | undefined;
  readonly timeoutMs: number | undefined;
  /** For a target that reports token counts and no cost. */
  readonly price?: TargetPrice | undefined;
  /** Maximum number of concurrent questions of one session. */
  readonly concurrency: number | undefined;
  /** Permission to choose it: keys with one of these scopes. */
  readonly scopes: readonly TargetScope[];
}

/** The place of a target's configuration. */
export interface ConfiguredTarget {
  readonly target: TestTarget;
  /** A target of the file can be changed in the file only. */
  readonly origin: 'file' | 'api';
}

/** Without a list of scopes, every key that may start sessions may choose a target. */
export const DEFAULT_TARGET_SCOPES: readonly TargetScope[] = ['test'];

/** Stores the targets that were configured over HTTP. */
export abstract class TargetStore {
  abstract list(): Promise<readonly TestTarget[]>;
  /** Replaces all of them in one transaction. */
  abstract replace(targets: readonly TestTarget[]): Promise<void>;
}

/** Reads the targets of `targets.json`. */
export abstract class TargetFile {
  /** @throws InvalidInputError with the file, the location of the fault and the cure */
  abstract list(): Promise<readonly TestTarget[]>;
}

/** Present permissions of the owner of a session or schedule. */
export interface TargetRights {
  readonly mayUse: (scope: TargetScope) => boolean;
  /**
   * Whether the owner may give a target's address: an administrator without categories, or everyone of a server without keys on loopback.
   */
  readonly mayNameAddresses: boolean;
}

/** Reads the permissions of an owner by the id of the key, again at each call: keys are revoked and narrowed. */
export abstract class OwnerDirectory {
  /** Permissions of an owner that no longer exists: none. */
  abstract rightsOf(owner: string): Promise<TargetRights>;
}

/** Opens the system under test of a session. */
export abstract class RagTargets {
  /**
   * This system answers with the permissions of the session's owner.
   * @throws TargetError or DomainError if the owner may no longer choose the target, or a setting is missing
   */
  abstract open(session: RequestedSession): Promise<RagTarget>;
  /** What is under test, for the report's first section; without secrets. */
  abstract describe(request: SessionRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}
