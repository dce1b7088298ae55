import { once } from 'node:events';
import { Readable } from 'node:stream';
import { startApplication } from '../support/application.js';
import { SyntheticCorpus } from './synthetic.js';

/** What a writer loads: every `step`-th document from `from` up to `to`. */
export interface WriterTask {
  readonly settings: Readonly<Record<string, string>>;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** A process that loads documents like a client of its own replica. It reports that it is ready, waits for the start, and reports its end. */
async function write(): Promise<void> {
  const [task] = (await once(process, 'message')) as [WriterTask];
  const corpus = new SyntheticCorpus();
  const lines: string[] = [];
  for (let i = task.from; i < task.to; i += task.step) lines.push(`${JSON.stringify(corpus.document(i))}\n`);
  const app = await startApplication(task.settings);
  process.send?.('ready');
  await once(process, 'message');
  const answer = await app.call({
    method: 'POST',
    url: '/documents/bulk',
    headers: { 'content-type': 'application/x-ndjson' },
    payload: Readable.from(lines),
  });
  const { indexed } = answer.json<{ indexed?: number }>();
  process.send?.(indexed === lines.length ? 'done' : answer.body);
  await app.stop();
  process.disconnect();
}

await write();
