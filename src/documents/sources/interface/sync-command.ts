import { FILE_OUTCOMES, FileOutcome } from '../domain/source-run.js';
import { SyncOptions } from './sync-options.js';

/** Members of a source that the command reads. */
export interface KnownSource {
  readonly source_id: string;
  readonly name: string;
  readonly kind: string;
  readonly location: Readonly<Record<string, unknown>>;
}

/** Members of a run that the command reads. */
export interface KnownRun {
  readonly run_id: string;
  readonly status: string;
  readonly done: number;
  readonly total: number;
  readonly counts: Readonly<Record<FileOutcome, number>>;
  readonly files: readonly { readonly path: string; readonly outcome: string; readonly reason?: string | undefined }[];
  readonly error: string | null;
}

/** The routes of sources, over HTTP or in this process. */
export interface SyncServer {
  list(cursor: string | undefined): Promise<{ items: readonly KnownSource[]; next_cursor: string | null }>;
  create(settings: Readonly<Record<string, unknown>>): Promise<KnownSource>;
  change(sourceId: string, settings: Readonly<Record<string, unknown>>): Promise<KnownSource>;
  start(sourceId: string, dryRun: boolean): Promise<KnownRun>;
  run(sourceId: string, runId: string): Promise<KnownRun>;
}

/** Output: `say` writes to standard output, `show` to the progress line of a terminal. */
export interface SyncOutput {
  say(line: string): void;
  show(line: string): void;
  /** Waits until the next poll of the run. */
  pause(): Promise<void>;
}

async function sourceOf(server: SyncServer, folder: string): Promise<KnownSource | undefined> {
  let cursor: string | undefined;
  for (;;) {
    const page = await server.list(cursor);
    const found = page.items.find(({ kind, location }) => kind === 'folder' && location['folder'] === folder);
    if (found !== undefined || page.next_cursor === null) return found;
    cursor = page.next_cursor;
  }
}

/** Creates the source of the folder, or changes the settings on the command line. */
async function prepareSource(server: SyncServer, options: SyncOptions): Promise<KnownSource> {
  const { folder, name, settings } = options;
  const known = await sourceOf(server, folder);
  if (known === undefined)
    return server.create({ name, kind: 'folder', location: { folder }, category: [name], ...settings });
  if (Object.keys(settings).length === 0) return known;
  const shown = new Set(['source_id', 'origin', 'owner']);
  const before = Object.fromEntries(Object.entries(known).filter(([member]) => !shown.has(member)));
  return server.change(known.source_id, { ...before, ...settings });
}

const isOpen = ({ status }: KnownRun): boolean => status === 'queued' || status === 'running';

function reportLines(run: KnownRun, dryRun: boolean): string[] {
  const failed = run.files.filter(({ outcome }) => outcome === 'failed');
  const counts = FILE_OUTCOMES.map((outcome) => `${run.counts[outcome]} ${outcome}`);
  return [
    ...(dryRun ? run.files.filter(({ outcome }) => outcome !== 'failed') : []).map(
      ({ path, outcome }) => `${outcome}: ${path}`,
    ),
    ...failed.map(({ path, reason = '' }) => `failed: ${path}: ${reason}`),
    ...(run.error === null ? [] : [run.error]),
    `${dryRun ? 'Would be' : run.status}: ${counts.join(', ')}`,
  ];
}

/**
 * Updates the documents of a folder, and prints the report.
 * @returns the exit code: 0 when every file is stored
 * @throws the errors of the server
 */
export async function runSync(server: SyncServer, options: SyncOptions, output: SyncOutput): Promise<number> {
  const { dryRun } = options;
  const { source_id: sourceId } = await prepareSource(server, options);
  let run = await server.start(sourceId, dryRun);
  while (isOpen(run)) {
    output.show(`${run.done} of ${run.total}`);
    await output.pause();
    run = await server.run(sourceId, run.run_id);
  }
  for (const line of reportLines(run, dryRun)) output.say(line);
  return run.status === 'completed' && run.counts.failed === 0 ? 0 : 1;
}
