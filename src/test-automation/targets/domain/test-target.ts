/** Scopes of keys. */
export const TARGET_SCOPES = ['query', 'ingest', 'test', 'metrics', 'admin'] as const;
export type TargetScope = (typeof TARGET_SCOPES)[number];

/** A header of a target: its value, or the variable of the environment that holds a secret. */
export type TargetHeader = string | TargetSecret;

export interface TargetSecret {
  /** Name of the variable; the secret itself is nowhere stored. */
  readonly secret: string;
  /** Text before the secret, for example `Bearer ` with its blank. */
  readonly prefix: string;
}

/** How a target of kind `http` is asked. Text between `{{` and `}}` is replaced, see `fillTemplate`. */
export interface TargetRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Added to the base URL; may have a query of its own. */
  readonly path: string;
  /** JSON; undefined sends no body. */
  readonly body: unknown;
}

/** Where the answer of a target of kind `http` holds what: JSON Pointers or paths such as `choices[0].text`. */
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
  /** The answer comes as events, each of which holds a part of it. */
  readonly stream: 'sse' | 'ndjson' | undefined;
  readonly timeoutMs: number | undefined;
  /** Of a target that counts tokens and tells no cost. */
  readonly price?: TargetPrice | undefined;
  /** Most questions of one session at the same time. */
  readonly concurrency: number | undefined;
  /** Who may choose it: keys with one of these scopes. */
  readonly scopes: readonly TargetScope[];
}

/** Where a target was configured. */
export interface ConfiguredTarget {
  readonly target: TestTarget;
  /** A target of the file is changed in the file alone. */
  readonly origin: 'file' | 'api';
}

/** Without a list of scopes, every key that may start sessions chooses a target. */
export const DEFAULT_TARGET_SCOPES: readonly TargetScope[] = ['test'];

/** Keeps the targets that were configured over HTTP. */
export abstract class TargetStore {
  abstract list(): Promise<readonly TestTarget[]>;
  /** Replaces all of them in one transaction. */
  abstract replace(targets: readonly TestTarget[]): Promise<void>;
}

/** Reads the targets of `targets.json`. */
export abstract class TargetFile {
  /** @throws InvalidInputError naming the file, the place in it and what to change */
  abstract list(): Promise<readonly TestTarget[]>;
}

/** Tells which addresses no target may have: those of this server itself, and those that no request goes to. */
export abstract class OwnAddresses {
  /** Link-local addresses and metadata services, by what the URL says. */
  abstract isForbiddenUrl(baseUrl: string): boolean;
  /** By what the URL says; a name is resolved when the connection is made, see `isOwn`. */
  abstract isOwnUrl(baseUrl: string): boolean;
  abstract isOwn(address: string, port: number): boolean;
}

/** What the owner of a session or schedule may do now. */
export interface TargetRights {
  readonly mayUse: (scope: TargetScope) => boolean;
  /** Whether the owner may give a target's address: an administrator without categories, or everyone of a server without keys on loopback. */
  readonly mayNameAddresses: boolean;
}

/** Looks up the rights of an owner by the id of the key, each time again: keys are revoked and narrowed. */
export abstract class OwnerDirectory {
  /** Of an owner that does not exist any more: none. */
  abstract rightsOf(owner: string): Promise<TargetRights>;
}
