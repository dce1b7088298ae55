import { ExtractionPool } from '../src/documents/infrastructure/extraction/extraction-pool.js';
import { TryLaterError } from '../src/shared/domain/domain-error.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { uploadForm } from './support/multipart.js';
import * as office from './support/office-files.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const LARGE_HTML = {
  title: 'Tides',
  content_type: 'text/html',
  text: `<p>${'The tide is high at six. '.repeat(5_000)}</p>`,
  canonical_path: ['Harbour'],
};

/** Sends a file, a large document of HTML, and the same in a bulk load. @returns their statuses */
async function sendAll(running: RunningApplication, headers: Record<string, string>): Promise<number[]> {
  const form = await uploadForm(
    { bytes: office.docx(office.docxParagraph('The lamp is lit at dusk.')), name: 'lamp.docx' },
    { canonical_path: '["Harbour"]' },
  );
  const upload = { method: 'POST', url: '/documents/upload', payload: form.payload } as const;
  const lines = { method: 'POST', url: '/documents/bulk', payload: JSON.stringify(LARGE_HTML) } as const;
  const answers = [
    await running.call({ ...upload, headers: { ...headers, ...form.headers } }),
    await running.post('/documents', LARGE_HTML, headers),
    await running.call({ ...lines, headers: { ...headers, 'content-type': 'application/x-ndjson' } }),
  ];
  return answers.map(({ statusCode }) => statusCode);
}

describe('the processes that read files', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are shared by key', async () => {
    const running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] });
    try {
      const request = { name: 'desk', scopes: ['ingest'], allowed_category_paths: [['Harbour']] };
      const { key, id } = (await running.post('/api-keys', request, ADMIN)).json();
      const run = jest.spyOn(ExtractionPool.prototype, 'run');
      expect(await sendAll(running, { 'x-api-key': key })).toEqual([201, 201, 200]);
      expect(run.mock.calls.map(([, caller]) => caller)).toEqual([id, id, id]);
      run.mockClear();
      expect(await sendAll(running, ADMIN)).toEqual([201, 201, 200]);
      expect(run.mock.calls.map(([, caller]) => caller)).toEqual(['admin', 'admin', 'admin']);
    } finally {
      await running.stop();
    }
  });

  it('are shared by address without keys', async () => {
    const running = await startApplication();
    try {
      const run = jest.spyOn(ExtractionPool.prototype, 'run');
      expect(await sendAll(running, {})).toEqual([201, 201, 200]);
      expect(new Set(run.mock.calls.map(([, caller]) => caller))).toEqual(new Set(['address 127.0.0.1']));
    } finally {
      await running.stop();
    }
  });

  it('refuse a file for which there is no place with 503 and Retry-After', async () => {
    const running = await startApplication();
    try {
      jest
        .spyOn(ExtractionPool.prototype, 'run')
        .mockRejectedValue(new TryLaterError('files-waiting', 'Too many files wait.', 10));
      expect((await sendAll(running, {})).slice(0, 2)).toEqual([503, 503]);
      const refused = await running.post('/documents', LARGE_HTML);
      expect([refused.json().type, refused.headers['retry-after']]).toEqual([
        'urn:touchstone:problem:files-waiting',
        '10',
      ]);
    } finally {
      await running.stop();
    }
  });
});
