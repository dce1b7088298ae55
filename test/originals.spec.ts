import { createHash } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { uploadForm } from './support/multipart.js';
import * as office from './support/office-files.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

/** Documents of each kind of file, whose bytes are not those of their text. */
const FILES = [
  { name: '휴가 규정.docx', bytes: office.docx(office.docxParagraph('제1조(휴가) 휴가는 열흘이다.')), text: '열흘' },
  { name: 'notice.html', bytes: '<h1>Notice</h1><p>The hall is <b>closed</b> on Mondays.</p>', text: 'closed' },
  { name: 'plain.txt', bytes: '\ufeffA text\r\nwith a mark.\r\n', text: 'with a mark' },
];

describe('uploaded files', () => {
  const folder = temporaryFolder();
  let running: RunningApplication;
  let narrow: Record<string, string>;
  beforeAll(async () => {
    running = await startApplication({ DATA_DIR: folder, AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    const key = { name: 'narrow', scopes: ['query', 'ingest'], allowed_category_paths: [['Open']] };
    narrow = { 'x-api-key': (await running.post('/api-keys', key, ADMIN)).json().key };
  });
  afterAll(() => running.stop());

  const upload = async (name: string, bytes: Uint8Array | string, fields: Record<string, string>) => {
    const form = await uploadForm({ bytes, name }, { canonical_path: '["Closed"]', ...fields });
    const answer = await running.call({
      method: 'POST',
      url: '/documents/upload',
      headers: { ...form.headers, ...ADMIN },
      payload: form.payload,
    });
    return answer.json();
  };
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, headers: Record<string, string> = ADMIN) =>
    running.call({ method, url, headers });
  const sql = (text: string) => {
    const db = new Database(path.join(folder, 'documents.db'));
    db.exec(text);
    db.close();
  };

  it('are opened by an answer at the page of its quote', async () => {
    const pages = [['The boat house of the lake club.'], ['A rowing boat costs 5 euros for an hour.']];
    const file = office.pdf(pages.map((lines) => office.pdfLines(lines)));
    const { document_id: id } = await upload('boats.pdf', file, { canonical_path: '["Boats"]' });
    const search = { query: 'rowing boat euros', filters: { allowed_category_paths: [['Boats']] } };
    const hit = (await running.post('/search', search, ADMIN)).json().hits[0];
    expect(hit.metadata).toMatchObject({ page: 1 });
    const ask = { message: 'What does a rowing boat cost for an hour?', filters: search.filters };
    const answer = (await running.post('/chat/run', ask, ADMIN)).json();
    const [source] = answer.sources;
    expect(source).toMatchObject({ doc_id: id, page: 2, original_url: `/documents/${id}/original#page=2` });
    expect(source.box).toHaveLength(4);
    expect(source.quote).toContain('5 euros');
    const kept = (await call('GET', `/conversations/${answer.conversation_id}`)).json();
    expect(JSON.stringify(kept)).toContain(`${id}/original#page=2`);
    // Another reading keeps the places.
    const moved = { ...ask, message: 'How much is a rowing boat for an hour?' };
    await call('POST', `/documents/${id}/reprocess`);
    expect((await running.post('/chat/run', moved, ADMIN)).json().sources[0]).toMatchObject({ page: 2 });
  });

  it('are none of a text that was sent', async () => {
    const document = { title: 'Oars', text: 'An oar costs 2 euros for an hour.', canonical_path: ['Oars'] };
    await running.post('/documents', document, ADMIN);
    const ask = { message: 'What does an oar cost?', filters: { allowed_category_paths: [['Oars']] } };
    const [source] = (await running.post('/chat/run', ask, ADMIN)).json().sources;
    expect(Object.keys(source)).not.toEqual(expect.arrayContaining(['original_url']));
    expect(source.page).toBeUndefined();
  });

  it.each(FILES)('come back as they were sent: $name', async ({ name, bytes, text }) => {
    const { document_id: id } = await upload(name, bytes, {});
    const answer = await call('GET', `/documents/${id}/original`);
    const sent = Buffer.from(bytes);
    expect([answer.statusCode, answer.rawPayload.equals(sent)]).toEqual([200, true]);
    expect(answer.headers['etag']).toBe(`"${createHash('sha256').update(sent).digest('hex')}"`);
    expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    expect((await call('GET', `/documents/${id}`)).json().text).toContain(text);
    expect((await call('POST', `/documents/${id}/reprocess`)).json()).toMatchObject({ status: 'unchanged' });
  });

  it('have the rights of their document', async () => {
    const { document_id: closed } = await upload('closed.txt', 'Of nobody else.', {});
    const { document_id: open } = await upload('open.txt', 'Of everybody.', { canonical_path: '["Open"]' });
    expect((await call('GET', `/documents/${open}/original`, narrow)).payload).toBe('Of everybody.');
    for (const url of [`/documents/${closed}/original`, '/documents/none/original'])
      expect((await call('GET', url, narrow)).statusCode).toBe(404);
    expect((await call('POST', `/documents/${closed}/reprocess`, narrow)).statusCode).toBe(404);
    const all = (await call('POST', '/documents/reprocess', narrow)).json();
    expect(all.items.map((item: { document_id: string }) => item.document_id)).toEqual([open]);
  });

  it('go with their document, and with the text that was read from them', async () => {
    const { document_id: gone } = await upload('gone.txt', 'Soon gone.', {});
    await call('DELETE', `/documents/${gone}`);
    expect((await call('GET', `/documents/${gone}/original`)).statusCode).toBe(404);
    const { document_id: other } = await upload('other.txt', 'Of a file.', { document_id: 'other' });
    await running.post(
      '/documents',
      { document_id: other, title: 'Other', text: 'Typed.', canonical_path: ['Closed'] },
      ADMIN,
    );
    expect((await call('GET', `/documents/${other}/original`)).statusCode).toBe(404);
    expect((await call('GET', `/documents/${other}`)).json().original_url).toBeNull();
    await upload('other.txt', 'Of another file.', { document_id: 'other' });
    const url = `/documents/${other}/original`;
    expect((await call('GET', `/documents/${other}`)).json().original_url).toBe(url);
    const listed = (await call('GET', '/documents?limit=200')).json().items;
    expect(listed.find((one: { document_id: string }) => one.document_id === other).original_url).toBe(url);
    expect((await call('GET', `/documents/${other}/original`)).payload).toBe('Of another file.');
  });

  it('are read again on request: ids stay, and the report says what changed', async () => {
    const { document_id: id } = await upload(
      'old.md',
      '# Hall\n\nThe hall is open.\n\n# Yard\n\nThe yard is closed.',
      {},
    );
    const chunksOf = async () => (await call('GET', `/documents/${id}`)).json().chunks;
    const now = await chunksOf();
    // As if an earlier release had read it otherwise.
    sql(`UPDATE documents SET text = 'The hall.', chunks = 1 WHERE document_id = '${id}'`);
    expect((await call('POST', `/documents/${id}/reprocess`)).json()).toEqual({
      document_id: id,
      status: 'changed',
      text_changed: true,
      chunks_before: 1,
      chunks_after: now,
      detail: null,
    });
    expect((await call('GET', `/documents/${id}`)).json()).toMatchObject({ chunks: now, title: 'Hall' });
    const { hits } = (await running.post('/search', { query: 'yard closed' }, ADMIN)).json();
    expect(hits[0]).toMatchObject({ document_id: id });
  });

  it('are read again page by page; what has no file is named or cut again', async () => {
    const typed = { title: 'Typed', text: 'Typed by somebody.', canonical_path: ['Paged'] };
    await running.post('/documents', { ...typed, document_id: 'p1' }, ADMIN);
    await running.post('/documents', { ...typed, document_id: 'p2', metadata: { file_name: 'lost.pdf' } }, ADMIN);
    await upload('p3.txt', 'Of a file.', { document_id: 'p3', canonical_path: '["Paged"]' });
    const before = (await call('GET', '/documents/p1')).json().updated_at;
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const url = `/documents/reprocess?path=Paged&limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = (await call('POST', url)).json();
      seen.push(...page.items.map((one: { document_id: string; status: string }) => [one.document_id, one.status]));
      cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual([
      ['p1', 'unchanged'],
      ['p2', 'skipped'],
      ['p3', 'unchanged'],
    ]);
    // Quotes of an unchanged text are still valid.
    expect((await call('GET', '/documents/p1')).json().updated_at).toBe(before);
  });
});
