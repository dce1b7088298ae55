import { useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type OnDuplicate, type Stored, upload } from '../api/documents.js';
import { announce } from '../parts/announce.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { Copies } from './copies.js';
import type { QueuedFile } from './dropped-files.js';
import { FileProblem } from './file-problem.js';
import { placeOf } from './upload-plan.js';

type State =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'failed'; readonly error: unknown };

interface QueueItem {
  readonly id: number;
  readonly queued: QueuedFile;
  readonly state: State;
}

export interface UploadSettings {
  readonly path: readonly string[];
  /** For a single file. */
  readonly title: string;
  readonly documentId: string;
  readonly onDuplicate: OnDuplicate;
  /** Whether the folders of a file are labels below the category. */
  readonly usesFolders: boolean;
}

/** Uploads files one after the other, so that the server reads one at a time. */
export function useUploadQueue(onStored: () => void) {
  const { say } = useSpeech();
  const [items, setItems] = useState<readonly QueueItem[]>([]);
  const isBusy = useRef(false);
  const waiting = useRef<(() => Promise<void>)[]>([]);
  const ids = useRef(0);
  const update = (id: number, state: State) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, state } : item)));
  const send = async (id: number, queued: QueuedFile, settings: UploadSettings) => {
    const { title, documentId, onDuplicate } = settings;
    update(id, { kind: 'sending', share: 0 });
    try {
      const wanted = { file: queued.file, path: placeOf(queued, settings), title, documentId, onDuplicate };
      const stored = await upload(wanted, (share) => update(id, { kind: 'sending', share }));
      update(id, { kind: 'stored', stored });
      announce(say('uploaded', { count: stored.chunks }));
    } catch (error) {
      update(id, { kind: 'failed', error });
    }
  };
  const work = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    for (let next = waiting.current.shift(); next !== undefined; next = waiting.current.shift()) await next();
    isBusy.current = false;
    onStored();
  };
  const start = (sent: readonly QueueItem[], settings: UploadSettings) => {
    waiting.current.push(
      ...sent.map(
        ({ id, queued }) =>
          () =>
            send(id, queued, settings),
      ),
    );
    void work();
  };
  /** What an earlier try came to is no longer shown. */
  const add = (files: readonly QueuedFile[], settings: UploadSettings) => {
    const named = files.length === 1 ? settings : { ...settings, title: '', documentId: '' };
    const added = files.map((queued): QueueItem => ({ id: (ids.current += 1), queued, state: { kind: 'waiting' } }));
    const isMore = isBusy.current;
    setItems((all) => (isMore ? [...all, ...added] : added));
    start(added, named);
  };
  /** Sends again what was refused. */
  const retry = (settings: UploadSettings) => {
    const failed = items.filter(({ state }) => state.kind === 'failed');
    const named = items.length === 1 ? settings : { ...settings, title: '', documentId: '' };
    for (const { id } of failed) update(id, { kind: 'waiting' });
    start(failed, named);
  };
  return { items, add, retry, clear: () => setItems([]) };
}

/** The result of an upload, with duplicates and near duplicates. Replaced copies are gone: they are counted. */
export function StoredNote({ stored }: { readonly stored: Stored }) {
  const { say } = useSpeech();
  const { document_id: id, status, duplicate_of: copies, replaced, near_duplicates: near } = stored;
  return (
    <>
      <p>
        {status === 'unchanged' ? say('nothingStored') : say('uploaded', { count: stored.chunks })}{' '}
        <Link to={`/pages/documents${query({ id, show: 'chunks' })}`}>{say('seeChunks')}</Link>
      </p>
      {replaced !== null && (
        <p>
          {say('replacedCopies')} {replaced.length}
        </p>
      )}
      {(copies !== null || near !== null) && <Copies id={id} />}
    </>
  );
}

function ItemState({ state }: { readonly state: State }) {
  const { say } = useSpeech();
  if (state.kind === 'waiting') return <p class="muted">{say('waitingInQueue')}</p>;
  if (state.kind === 'failed') return <FileProblem error={state.error} />;
  if (state.kind === 'stored') return <StoredNote stored={state.stored} />;
  // After the upload the server still parses, splits and indexes the file.
  const label = say(state.share < 1 ? 'sending' : 'indexing');
  return (
    <label class="sending">
      {label} <progress max={1} {...(state.share < 1 ? { value: state.share } : {})} />
    </label>
  );
}

/** How many files of a queue have which outcome. */
function useSummary(items: readonly QueueItem[]): string {
  const { say } = useSpeech();
  const countOf = (fits: (state: State) => boolean) => items.filter(({ state }) => fits(state)).length;
  const refused = countOf(({ kind }) => kind === 'failed');
  const known = countOf((state) => state.kind === 'stored' && state.stored.status === 'unchanged');
  const added = countOf(({ kind }) => kind === 'stored') - known;
  const total = items.length;
  if (added + known + refused < total) return say('queueProgress', { done: added + known + refused, total });
  return [
    say('filesAdded', { count: added, total }),
    ...(known === 0 ? [] : [say('filesKnown', { count: known })]),
    ...(refused === 0 ? [] : [say('filesRefused', { count: refused })]),
  ].join(', ');
}

interface QueueProps {
  readonly items: readonly QueueItem[];
  readonly clear: () => void;
  /** Sends what was refused again, as the form says now. */
  readonly retry: () => void;
}

/** The files of the queue with their states. */
export function QueueView({ items, clear, retry }: QueueProps) {
  const { say } = useSpeech();
  const summary = useSummary(items);
  if (items.length === 0) return null;
  const isDone = items.every(({ state }) => state.kind === 'stored' || state.kind === 'failed');
  const hasFailed = items.some(({ state }) => state.kind === 'failed');
  return (
    <section class="queue" aria-label={say('uploadQueue')}>
      <p class="row start" role="status">
        <strong>{summary}</strong>
        {isDone && hasFailed && (
          <button type="button" class="quiet" onClick={retry}>
            {say('tryRefusedAgain')}
          </button>
        )}
        {isDone && (
          <button type="button" class="link" onClick={clear}>
            {say('clearQueue')}
          </button>
        )}
      </p>
      {isDone && hasFailed && <p class="muted">{say('tryRefusedHint')}</p>}
      <ul class="cards">
        {items.map(({ id, queued, state }) => (
          <li key={id} data-state={state.kind}>
            <strong>{[...queued.folders, queued.file.name].join(' / ')}</strong>
            <ItemState state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
