import { call, query, send } from './call.js';
import { Citation, Source } from './chat.js';
import { flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const Summary = object({ id: text, title: text, updated_at: text, turns: number });
export type ConversationSummary = Read<typeof Summary>;

const shared = {
  message: text,
  response: text,
  sources: list(Source),
  citations: nullable(list(Citation)),
  abstained: nullable(flag),
  reply: nullable(text),
  language: nullable(text),
  calibrated_confidence: nullable(number),
  as_of: nullable(text),
  created_at: text,
  withheld: nullable(flag),
  outdated: nullable(flag),
};
const SharedTurn = object(shared);
export type SharedTurn = Read<typeof SharedTurn>;
const StoredTurn = object({
  ...shared,
  trace_id: text,
  completed_question: nullable(text),
  agent_id: nullable(text),
  allowed_category_paths: nullable(list(list(text))),
  done_at: nullable(text),
  done_note: nullable(text),
});
export type StoredTurn = Read<typeof StoredTurn>;
const StoredConversation = object({ turns: list(StoredTurn) });
const Share = object({ share_id: text, url: text, trace_ids: list(text), created_at: text });
export type Share = Read<typeof Share>;
const Shared = object({
  title: nullable(text),
  created_at: text,
  turns: list(SharedTurn),
  withheld_turns: number,
});

const urlOf = (id: string) => `/conversations/${encodeURIComponent(id)}`;

export const listConversations = (words: string, cursor: string | null) =>
  call(`/conversations${query({ query: words, cursor, limit: 30 })}`, page(Summary));
export const readConversation = (id: string) => call(urlOf(id), StoredConversation);
/** A conversation of somebody else, for an administrator. Its traces are read from the insights, so that nobody rates the answers of others. */
export async function readOthersConversation(id: string, owner: string): Promise<readonly SharedTurn[]> {
  const { turns } = await call(`${urlOf(id)}${query({ owner })}`, object({ turns: list(SharedTurn) }));
  return turns;
}
/** @param title null: made from the first question again */
export const renameConversation = (id: string, title: string | null) =>
  call(urlOf(id), Summary, { method: 'PATCH', body: { title } });
export const deleteConversation = (id: string) => send(urlOf(id), { method: 'DELETE' });
export const exportUrl = (id: string, format: 'markdown' | 'json') => `${urlOf(id)}/export${query({ format })}`;
/** Shares the answers so far, or one of them. @returns the address of the page that shows them */
export const shareConversation = (id: string, traceId?: string) =>
  call(`${urlOf(id)}/shares`, Share, { body: traceId === undefined ? {} : { trace_id: traceId } });
/** The links to a conversation, oldest first. */
export const listShares = (id: string) => call(`${urlOf(id)}/shares`, object({ items: list(Share) }));
export const endShare = (id: string, shareId: string) =>
  send(`${urlOf(id)}/shares/${encodeURIComponent(shareId)}`, { method: 'DELETE' });
export const readShared = (id: string) => call(`/shared/${encodeURIComponent(id)}`, Shared);
