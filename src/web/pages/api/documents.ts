import { serverUrl } from '../parts/base-path.js';
import { call, type CallError, changingHeaders, problemOf, query, readAs, send } from './call.js';
import { anything, flag, list, map, nullable, number, object, page, type Read, type Shape, text } from './shape.js';

const summary = {
  document_id: text,
  title: text,
  content_type: text,
  canonical_path: list(text),
  source_url: nullable(text),
  date: nullable(text),
  version: nullable(text),
  effective_from: nullable(text),
  effective_to: nullable(text),
  chunks: number,
  metadata: map(anything),
  groups: list(text),
  /** Null if no uploaded file is kept. */
  original_url: nullable(text),
  original_name: nullable(text),
  updated_at: text,
};
export const DocumentSummary = object(summary);
export type DocumentSummary = Read<typeof DocumentSummary>;
const StoredDocument = object({ ...summary, text });
export type StoredDocument = Read<typeof StoredDocument>;

const Amendment = object({ kind: text, date: text });
const Chunk = object({
  chunk_id: text,
  ordinal: number,
  start: number,
  end: number,
  section: nullable(text),
  article: nullable(text),
  text,
  metadata: object({ kind: nullable(text), history: nullable(list(Amendment)), deleted: nullable(flag) }),
});
export type Chunk = Read<typeof Chunk>;

export interface CategoryNode {
  readonly path: readonly string[];
  readonly document_count: number;
  readonly children: readonly CategoryNode[];
}
const Node: Shape<CategoryNode> = (value, at) =>
  object({ path: list(text), document_count: number, children: list(Node) })(value, at);
/** `source`: whose categories they are, `own` or those of a `service`, which are not changed here. */
export const CategoryTree = object({ version: text, source: text, nodes: list(Node) });

const Near = object({ document_id: text, title: text, similarity: number });
const Stored = object({
  document_id: text,
  chunks: number,
  status: text,
  duplicate_of: nullable(list(text)),
  replaced: nullable(list(text)),
  near_duplicates: nullable(list(Near)),
});
export type Stored = Read<typeof Stored>;

export const documentUrl = (id: string) => `/documents/${encodeURIComponent(id)}`;

/** The paths of all categories, each before those below it. */
export const pathsOf = (nodes: readonly CategoryNode[]): readonly (readonly string[])[] =>
  nodes.flatMap(({ path, children }) => [path, ...pathsOf(children)]);

export const readTree = () => call('/taxonomy/current/tree', CategoryTree);
export const readDocument = (id: string) => call(documentUrl(id), StoredDocument);
export const listDocuments = (path: string | null, title: string | null, cursor: string | null, limit = 25) =>
  call(`/documents${query({ path, title, cursor, limit })}`, page(DocumentSummary));

/** The server's longest page, and the most documents whose titles resemble a title. */
export const LONGEST_PAGE = 500;

/** The documents at or below a category, if they fit one page; otherwise `next_cursor` is not null. */
export const listWhole = (path: string | null, title: string | null) => listDocuments(path, title, null, LONGEST_PAGE);

/** Parameters of a list that the server sorts and filters; null and an empty text limit nothing. */
export type TableQuery = Readonly<
  Record<
    'path' | 'sort' | 'direction' | 'in_force' | 'as_of' | 'source' | 'edition' | 'from' | 'to' | 'copies',
    string | null
  >
>;

export const listSorted = (table: TableQuery, cursor: string | null) =>
  call(`/documents${query({ ...table, cursor, limit: 200 })}`, page(DocumentSummary));

export const deleteDocument = (id: string) => send(documentUrl(id), { method: 'DELETE' });
export const changeGroups = (id: string, groups: readonly string[]) =>
  send(documentUrl(id), { method: 'PUT', body: { groups } });
export const moveDocument = (id: string, path: readonly string[]) =>
  send(documentUrl(id), { method: 'PUT', body: { canonical_path: path } });

const Reprocessed = object({ status: text, detail: nullable(text) });
/** Reads the file of a document again. @throws CallError */
export const reprocess = (id: string) => call(`${documentUrl(id)}/reprocess`, Reprocessed, { method: 'POST' });

/** Both may be empty. */
export interface EditionFields {
  readonly version: string;
  /** First day in force; empty for today. */
  readonly from: string;
}

export interface Edition extends EditionFields {
  readonly title: string;
  readonly text: string;
  readonly path: readonly string[];
}

const given = ({ version, from }: EditionFields): Record<string, string> =>
  Object.fromEntries(Object.entries({ version, effective_from: from }).filter(([, value]) => value !== ''));

/** Stores a text as the next edition of a document, which then ends. @throws CallError */
export function storeEdition(id: string, { title, text: written, path, ...fields }: Edition): Promise<Stored> {
  return call(`${documentUrl(id)}/editions`, Stored, {
    body: { title, text: written, canonical_path: path, ...given(fields) },
  });
}

export type TextType = 'text/plain' | 'text/markdown';

/** A document without a file. Dates and version may be empty. */
export interface WrittenText extends EditionFields {
  readonly title: string;
  readonly text: string;
  readonly type: TextType;
  readonly path: readonly string[];
  /** Last day in force. */
  readonly until: string;
}

/** Stores a text as a new document. @throws CallError */
export function storeText({ title, text: written, type, path, until, ...fields }: WrittenText): Promise<Stored> {
  return call('/documents', Stored, {
    body: {
      title,
      text: written,
      content_type: type,
      canonical_path: path,
      ...given(fields),
      ...(until === '' ? {} : { effective_to: until }),
    },
  });
}

export const listChunks = (id: string, cursor: string | null) =>
  call(`${documentUrl(id)}/chunks${query({ cursor, limit: 50 })}`, page(Chunk));

const Copy = object({ document_id: text, title: text, canonical_path: list(text) });
const Duplicates = object({ copies: list(Copy), near: list(Near) });
export type Duplicates = Read<typeof Duplicates>;
const DuplicatesOf = object({ document_id: text, copies: list(Copy), near: list(Near) });
/** Documents that a page of duplicates checks. */
export const DUPLICATES_PAGE = 200;
/** Documents with copies or near duplicates, of the next DUPLICATES_PAGE of a category. */
export const listDuplicates = (path: string | null, cursor: string | null) =>
  call(`/duplicates${query({ path, cursor, limit: DUPLICATES_PAGE })}`, page(DuplicatesOf));
export const readDuplicates = (id: string) => call(`${documentUrl(id)}/duplicates`, Duplicates);

export type OnDuplicate = 'keep' | 'skip' | 'replace';

export interface Upload {
  readonly file: File;
  readonly path: readonly string[];
  readonly title: string;
  readonly documentId: string;
  readonly onDuplicate: OnDuplicate;
  /** Makes the file the next edition of a document. */
  readonly edition?: EditionFields & { readonly of: string };
}

/**
 * Uploads a file with progress events, which fetch does not provide.
 * @param progress from 0 to 1
 * @throws CallError
 */
export async function upload(
  { file, path, title, documentId, onDuplicate, edition }: Upload,
  progress: (share: number) => void,
): Promise<Stored> {
  const form = new FormData();
  form.append('on_duplicate', onDuplicate);
  form.append('canonical_path', JSON.stringify(path));
  if (title !== '') form.append('title', title);
  if (documentId !== '') form.append('document_id', documentId);
  if (edition !== undefined) form.append('edition_of', edition.of);
  for (const [name, value] of Object.entries(edition === undefined ? {} : given(edition))) form.append(name, value);
  // After the fields, so that the server knows the category before it reads the file.
  form.append('file', file);
  const headers = await changingHeaders();
  return new Promise((resolve, reject: (error: CallError) => void) => {
    const request = new XMLHttpRequest();
    request.open('POST', serverUrl('/documents/upload'));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(readAs(Stored, responseText));
      else reject(problemOf(status, responseText, request.getResponseHeader('retry-after')));
    };
    request.onerror = () => reject(problemOf(0, '', null));
    request.send(form);
  });
}
