import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RunningApplication } from './application.js';

export const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/**
 * Runs the command line in a child process while this process continues.
 * @param heard gets the whole output so far; true ends the process at once
 */
export function touchstone(
  dataFolder: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  heard: (said: string) => boolean = () => false,
): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...words], {
    cwd: dataFolder,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataFolder, ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      said += String(piece);
      if (heard(said)) child.kill('SIGKILL');
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

/** Everything that a caller can see of a store, without times of answering. */
export async function picture(running: RunningApplication, conversationId: string) {
  const get = async (url: string) => (await running.call({ method: 'GET', url })).body;
  const ids: string[] = JSON.parse(await get('/documents?limit=100')).items.map(
    (item: { document_id: string }) => item.document_id,
  );
  const documents = await Promise.all(ids.map((id) => get(`/documents/${encodeURIComponent(id)}`)));
  const found = (await running.post('/search', { query: 'When is lamp 7 lit?', explain: true })).json();
  const tree = JSON.parse(await get('/taxonomy/current/tree'));
  return {
    documents,
    hits: found.hits,
    conversation: JSON.parse(await get(`/conversations/${conversationId}`)),
    cases: await get('/cbr/export'),
    logs: JSON.parse(await get('/cbr/logs')),
    tree,
    agents: JSON.parse(await get('/agents')),
  };
}

/** Writes something of every kind. @returns the id of a conversation */
export async function fillWithLamps(running: RunningApplication, lamps: number): Promise<string> {
  for (let i = 0; i < lamps; i++) await running.post('/documents', lampDocument(i));
  const conversation = (await running.post('/chat/run', { message: 'When is lamp 7 lit?' })).json().conversation_id;
  await running.post('/cbr/case', { query: 'lamp out', category_path: ['Harbour'], content: 'Call the keeper.' });
  await running.post('/cbr/suggest', { query: 'lamp out', category_path: ['Harbour'] });
  await running.post('/agents/from-category', { version: '1.0.0', node_paths: [['Harbour', 'North']] });
  return conversation;
}

export const lampDocument = (i: number) => ({
  document_id: `lamp/${i}`,
  title: `Lamp ${i}`,
  text: `Lamp number ${i} of the harbour is lit at ${(i % 12) + 1} in the evening.`,
  canonical_path: ['Harbour', i % 2 === 0 ? 'North' : 'South'],
});
