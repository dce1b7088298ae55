import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { Members } from './json-fit.js';

/** Maximum number of stored responses of one key, the newest. */
export const MAX_RESPONSES_PER_KEY = 10_000;
/** Retention of a response in days; shorter if its conversation ends earlier. */
export const RESPONSE_DAYS = 30;

/** An answer of /v1/responses that its caller may read again, continue, and delete. */
export interface StoredResponse {
  readonly responseId: string;
  /** Id of the caller's key. */
  readonly owner: string;
  readonly conversationId: string;
  readonly traceId: string;
  /** The previous response that it continues. */
  readonly previousId: string | undefined;
  /** The self-contained question. */
  readonly question: string;
  /** As it was sent. */
  readonly body: Members;
  /** The sources of its words; null if they cannot be read. */
  readonly sources: readonly QuotedSource[] | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Port: stored responses. They are deleted with their conversation. */
export abstract class StoredResponses {
  /** Saves a response, and removes the oldest of its owner beyond `MAX_RESPONSES_PER_KEY`. */
  abstract save(response: StoredResponse): Promise<void>;
  abstract find(responseId: string): Promise<StoredResponse | undefined>;
  /** @returns whether it existed */
  abstract remove(responseId: string): Promise<boolean>;
  /** @param at ISO 8601 @returns how many were older */
  abstract removeBefore(at: string): Promise<number>;
  /** All owners of responses. */
  abstract owners(): Promise<readonly string[]>;
  /** Removes all responses of one owner. @returns how many */
  abstract removeOf(owner: string): Promise<number>;
}
