import { serverUrl } from '../parts/base-path.js';
import { call, CallError, changingHeaders, problemOf, query, readAs, send } from './call.js';
import { flag, list, nullable, number, object, page, type Read, type Shape, text } from './shape.js';

const summary = { dataset_id: text, name: text, created_at: text, questions: number };
const DatasetSummary = object(summary);
export type DatasetSummary = Read<typeof DatasetSummary>;

/** Wordings of one fact, of which one is enough. */
const Fact: Shape<readonly string[]> = (value, at) => (typeof value === 'string' ? [value] : list(text)(value, at));
const Item = object({
  id: text,
  question: text,
  reference: nullable(text),
  facts: nullable(list(Fact)),
  contexts: nullable(list(text)),
  citations: nullable(
    list(object({ document_id: nullable(text), title: nullable(text), quote: nullable(text), url: nullable(text) })),
  ),
  answerable: nullable(flag),
  tags: nullable(list(text)),
});
export type DatasetItem = Read<typeof Item>;
const Dataset = object({ ...summary, items: list(Item) });
export type Dataset = Read<typeof Dataset>;

const StoredDataset = object({
  ...summary,
  notes: list(object({ place: text, detail: text })),
  notes_total: number,
});
export type StoredDataset = Read<typeof StoredDataset>;

export const DATASET_FORMATS = ['csv', 'jsonl', 'promptfoo', 'ragas', 'deepeval'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

const urlOf = (id: string) => `/datasets/${encodeURIComponent(id)}`;

export const listDatasets = (cursor: string | null) =>
  call(`/datasets${query({ cursor, limit: 50 })}`, page(DatasetSummary));
export const readDataset = (id: string) => call(urlOf(id), Dataset);
export const deleteDataset = (id: string) => send(urlOf(id), { method: 'DELETE' });

/** A dataset as a file of this browser: a link could not send the key. */
export async function exportDataset(id: string, format: DatasetFormat): Promise<Blob> {
  const response = await send(`${urlOf(id)}${query({ format })}`, { accept: '*/*' });
  return response.blob();
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** @param format empty: the server finds out. @throws CallError */
export async function uploadDataset(file: File, name: string, format: string): Promise<StoredDataset> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const response = await fetch(serverUrl(`/datasets${query({ name, format })}`), {
    method: 'POST',
    headers: {
      ...(await changingHeaders()),
      accept: 'application/json',
      'content-type': TYPES[extension] ?? 'text/csv',
    },
    body: file,
  }).catch(() => {
    throw new CallError('');
  });
  const body = await response.text();
  if (!response.ok) throw problemOf(response.status, body, response.headers.get('retry-after'));
  return readAs(StoredDataset, body);
}
