/** What may be served by a model: the writing of answers, the embedding of texts, the order of passages. */
export const SERVICE_PARTS = ['model', 'embedding', 'reranker'] as const;
export type ServicePart = (typeof SERVICE_PARTS)[number];

/** `compatible`: any server with the API of OpenAI, such as Ollama or vLLM; for a reranker one with the API of Jina and Cohere. */
export const SERVICE_KINDS = ['openai', 'anthropic', 'gemini', 'compatible'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** A service as the settings have it now. */
export interface PresentService {
  readonly part: ServicePart;
  /** A kind of service, or `none`, `builtin` or `local` where no server is asked. */
  readonly kind: ServiceKind | 'none' | 'builtin' | 'local';
  /** Undefined for the provider's own address, and where no server is asked. */
  readonly baseUrl: string | undefined;
  /** Undefined for the usual model. */
  readonly model: string | undefined;
  /** The setting with the key; undefined if the kind has none. */
  readonly keyName: string | undefined;
  readonly apiKey: string | undefined;
}

/** A service that an administrator tries. */
export interface TriedService {
  readonly part: ServicePart;
  readonly kind: ServiceKind;
  /** Undefined for the provider's own address. */
  readonly baseUrl: string | undefined;
  readonly model: string | undefined;
  /** Of this trial alone; undefined for the key of the settings, where the address is theirs. */
  readonly apiKey: string | undefined;
}

/**
 * Why a service does not work. `refused_key`: it refuses the key, or wants one. `not_found`: it has no such address or model. `refused`: it
 * refuses the request. `failing`: it has an error of its own. `unreadable`: its answer is not one of this kind of service. `wrong_answer`:
 * it replies, and the reply does not answer the question from its passages.
 */
export const TRIAL_FAILURES = [
  'unreachable',
  'late',
  'refused_key',
  'not_found',
  'busy',
  'refused',
  'failing',
  'unreadable',
  'wrong_answer',
] as const;
export type TrialFailure = (typeof TRIAL_FAILURES)[number];

export interface TrialResult {
  /** Null if it works. */
  readonly failure: TrialFailure | null;
  /** What the service says about its failure; null if it says nothing that can be read. */
  readonly detail: string | null;
  readonly tookMs: number;
  /** `PIPELINE_TIMEOUT_MULTIPLIER` with which it answers in time; null if it does with the settings as they are. */
  readonly timeoutMultiplier: number | null;
  /** Of a model: a question with a known answer, and its reply. */
  readonly answer: { readonly question: string; readonly text: string; readonly isRight: boolean } | null;
  /** Of an embedding: numbers of a vector. */
  readonly dimensions: number | null;
}

/** Sends one small request to a service. */
export abstract class ServiceTrial {
  /** Why no request may go to this address, as the end of a sentence; undefined if it may. */
  abstract faultOfAddress(baseUrl: string): string | undefined;
  abstract try(service: TriedService, signal: AbortSignal): Promise<TrialResult>;
}

const withoutSlash = (url: string | undefined) => url?.replace(/(?<!\/)\/+$/u, '');

/** The services of the settings, read at the start. */
export class PresentServices {
  constructor(readonly all: readonly PresentService[]) {}

  /**
   * The key for a trial. A key of the settings goes only to the address that the settings send it to: otherwise whoever administers could
   * have it sent anywhere.
   */
  keyFor(tried: TriedService): string | undefined {
    if (tried.apiKey !== undefined) return tried.apiKey;
    const same = this.all.find(
      ({ part, kind, baseUrl }) =>
        part === tried.part && kind === tried.kind && withoutSlash(baseUrl) === withoutSlash(tried.baseUrl),
    );
    return same?.apiKey;
  }
}
