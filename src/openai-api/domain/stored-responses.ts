import { QuotedSource } from '../../shared/domain/quoted-source.js';
import { Members } from './json-fit.js';

/** Newest responses that are kept for one key. */
export const MAX_RESPONSES_PER_KEY = 10_000;
/** Days that a response is kept; less where its conversation ends earlier. */
export const RESPONSE_DAYS = 30;

/** An answer of /v1/responses that its caller may read again, go on from, and delete. */
export interface StoredResponse {
  readonly responseId: string;
  /** Id of the key that asked. */
  readonly owner: string;
  readonly conversationId: string;
  readonly traceId: string;
  /** The response that it goes on from. */
  readonly previousId: string | undefined;
  /** The question in words that stand alone. */
  readonly question: string;
  /** As it was sent. */
  readonly body: Members;
  /** What its words come from; null where that cannot be read. */
  readonly sources: readonly QuotedSource[] | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Port: responses that are kept. They end with their conversation. */
export abstract class StoredResponses {
  /** Keeps a response, and drops the oldest of its owner beyond `MAX_RESPONSES_PER_KEY`. */
  abstract save(response: StoredResponse): Promise<void>;
  abstract find(responseId: string): Promise<StoredResponse | undefined>;
  /** @returns whether there was one */
  abstract remove(responseId: string): Promise<boolean>;
  /** @param at ISO 8601 @returns how many were older */
  abstract removeBefore(at: string): Promise<number>;
  /** Everyone who has responses. */
  abstract owners(): Promise<readonly string[]>;
  /** Removes all responses of one owner. @returns how many */
  abstract removeOf(owner: string): Promise<number>;
}
