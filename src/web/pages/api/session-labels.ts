import { call, query } from './call.js';
import { flag, list, nullable, number, object, type Read, text } from './shape.js';

/** The labels of the API, best first. */
export const LABELS = ['success', 'partial', 'failure'] as const;
export type Label = (typeof LABELS)[number];

const Row = object({
  result_id: text,
  earlier: list(object({ query: text, answer: nullable(text) })),
  query: text,
  gold: object({ answerable: flag, quote: nullable(text), required_facts: list(text), reference: nullable(text) }),
  answer: nullable(text),
  label: nullable(text),
});
export type RowToLabel = Read<typeof Row>;

const Agreement = object({ rows: number, observed: number, kappa: nullable(number), ci95: nullable(list(number)) });
export type LabelAgreement = Read<typeof Agreement>;

const Labels = object({
  rows: list(Row),
  withheld: number,
  complete: flag,
  agreement: nullable(list(object({ first: text, second: text, labels: Agreement, passed: Agreement }))),
});
export type SessionLabels = Read<typeof Labels>;

const url = (id: string) => `/test-sessions/${encodeURIComponent(id)}/labels`;

export const readLabels = (id: string, reviewer: string) => call(`${url(id)}${query({ reviewer })}`, Labels);

/** @throws CallError if the row is not to be labelled, or the session has too many reviewers */
export const giveLabel = (id: string, resultId: string, body: { readonly reviewer: string; readonly label: Label }) =>
  call(`${url(id)}/${encodeURIComponent(resultId)}`, object({ complete: flag }), { method: 'PUT', body });
