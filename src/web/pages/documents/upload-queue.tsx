import { useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type OnDuplicate, type Stored, upload } from '../api/documents.js';
import { announce } from '../parts/announce.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { Copies } from './copies.js';

export const ACCEPTED =
  '.pdf,.docx,.hwpx,.hwp,.xlsx,.pptx,.odt,.ods,.odp,.rtf,.epub,.eml,.mbox,.csv,.tsv,.json,.yaml,.yml,.srt,.vtt,.md,.markdown,.html,.htm,.txt,.zip';

/** A file with the folders that it was dropped in. */
export interface QueuedFile {
  readonly file: File;
  readonly folders: readonly string[];
}

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

const MOST_LABELS = 5;

/** Uploads files one after the other, so that the server reads one at a time. */
export function useUploadQueue(onStored: () => void) {
  const { say } = useSpeech();
  const [items, setItems] = useState<readonly QueueItem[]>([]);
  const isBusy = useRef(false);
  const waiting = useRef<(() => Promise<void>)[]>([]);
  const ids = useRef(0);
  const update = (id: number, state: State) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, state } : item)));
  const send = async (id: number, { file, folders }: QueuedFile, settings: UploadSettings) => {
    const { path, title, documentId, onDuplicate, usesFolders } = settings;
    const labels = [...path, ...(usesFolders ? folders : [])].slice(0, MOST_LABELS);
    update(id, { kind: 'sending', share: 0 });
    try {
      const wanted = { file, path: labels, title, documentId, onDuplicate };
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
  const add = (files: readonly QueuedFile[], settings: UploadSettings) => {
    const isSingle = files.length === 1;
    const named = isSingle ? settings : { ...settings, title: '', documentId: '' };
    const added = files.map((queued): QueueItem => ({ id: (ids.current += 1), queued, state: { kind: 'waiting' } }));
    setItems((all) => [...all, ...added]);
    waiting.current.push(
      ...added.map(
        ({ id, queued }) =>
          () =>
            send(id, queued, named),
      ),
    );
    void work();
  };
  return { items, add, clear: () => setItems([]) };
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
  if (state.kind === 'failed') return <ProblemView error={state.error} />;
  if (state.kind === 'stored') return <StoredNote stored={state.stored} />;
  // After the upload the server still parses, splits and indexes the file.
  const label = say(state.share < 1 ? 'sending' : 'indexing');
  return (
    <label class="sending">
      {label} <progress max={1} {...(state.share < 1 ? { value: state.share } : {})} />
    </label>
  );
}

/** The files of the queue with their states. */
export function QueueView({ items, clear }: { readonly items: readonly QueueItem[]; readonly clear: () => void }) {
  const { say } = useSpeech();
  if (items.length === 0) return null;
  const done = items.filter(({ state }) => state.kind === 'stored' || state.kind === 'failed').length;
  return (
    <section class="queue" aria-label={say('uploadQueue')}>
      <p class="row start" role="status">
        <strong>{say('queueProgress', { done, total: items.length })}</strong>
        {done === items.length && (
          <button type="button" class="link" onClick={clear}>
            {say('clearQueue')}
          </button>
        )}
      </p>
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
