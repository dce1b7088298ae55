import { useId, useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type OnDuplicate, type Stored, upload } from '../api/documents.js';
import { announce } from '../parts/announce.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'failed'; readonly error: unknown };

const ACCEPTED =
  '.pdf,.docx,.hwpx,.hwp,.xlsx,.pptx,.odt,.ods,.odp,.rtf,.epub,.eml,.mbox,.csv,.tsv,.json,.yaml,.yml,.md,.markdown,.html,.htm,.txt,.zip';

/** Parses the labels of a typed path, separated by `>` or `›`. */
export const typedLabels = (text: string): string[] =>
  text
    .split(/[>›]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');

const documentPage = (id: string) => `/pages/documents${query({ id })}`;

/** The result of an upload, with duplicates and near duplicates. */
function StoredNote({ stored }: { readonly stored: Stored }) {
  const { say } = useSpeech();
  const { document_id: id, status, duplicate_of: copies, replaced, near_duplicates: near } = stored;
  const others = [
    { label: say('sameTextAs'), items: (copies ?? []).filter((one) => !replaced?.includes(one) && one !== id) },
    { label: say('replacedCopies'), items: replaced ?? [] },
  ].filter(({ items }) => items.length > 0);
  return (
    <div class="note" role="status">
      <p>
        {status === 'unchanged' ? say('nothingStored') : say('uploaded', { count: stored.chunks })}{' '}
        <Link to={`/pages/documents${query({ id, show: 'chunks' })}`}>{say('seeChunks')}</Link>
      </p>
      {others.map(({ label, items }) => (
        <p key={label}>
          {label}{' '}
          {items.map((one) => (
            <Link key={one} to={documentPage(one)}>
              {one}
            </Link>
          ))}
        </p>
      ))}
      {near !== null && near.length > 0 && (
        <p>
          {say('nearlySameText')}{' '}
          {near.map((one) => (
            <Link key={one.document_id} to={documentPage(one.document_id)} lang={languageOf(one.title)}>
              {one.title} ({Math.round(one.similarity * 100)} %)
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}

function Outcome({ state }: { readonly state: State }) {
  const { say } = useSpeech();
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') return <ProblemView error={state.error} />;
  if (state.kind === 'stored') return <StoredNote stored={state.stored} />;
  // After the upload the server still parses, splits and indexes the file.
  const label = say(state.share < 1 ? 'sending' : 'indexing');
  return (
    <p class="sending">
      <label>
        {label} <progress max={1} {...(state.share < 1 ? { value: state.share } : {})} />
      </label>
    </p>
  );
}

const CHOICES = ['keep', 'skip', 'replace'] as const;

const choiceOf = (value: string): OnDuplicate => CHOICES.find((choice) => choice === value) ?? 'keep';

interface UploadProps {
  readonly path: readonly string[];
  readonly onStored: () => void;
}

function useUpload({ onStored }: UploadProps) {
  const { say } = useSpeech();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const send = async (form: FormData, file: File) => {
    const field = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const wanted = {
      file,
      path: typedLabels(field('path')),
      title: field('title'),
      documentId: field('document_id'),
      onDuplicate: choiceOf(field('on_duplicate')),
    };
    setState({ kind: 'sending', share: 0 });
    try {
      const stored = await upload(wanted, (share) => setState({ kind: 'sending', share }));
      setState({ kind: 'stored', stored });
      announce(say('uploaded', { count: stored.chunks }));
      onStored();
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  };
  return { state, send };
}

/** The upload form: a file, its category and its title. */
export function UploadForm(props: UploadProps) {
  const { say } = useSpeech();
  const { state, send } = useUpload(props);
  const file = useRef<HTMLInputElement>(null);
  const hint = useId();
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const chosen = file.current?.files?.[0];
    if (chosen !== undefined && state.kind !== 'sending') void send(new FormData(event.currentTarget), chosen);
  };
  return (
    <details class="upload card">
      <summary>{say('upload')}</summary>
      <form onSubmit={submit} class="fields">
        <label>
          {say('file')}
          <input type="file" ref={file} accept={ACCEPTED} required />
        </label>
        <label>
          {say('category')}
          <input name="path" required defaultValue={props.path.join(' > ')} aria-describedby={hint} />
        </label>
        <p id={hint} class="muted">
          {say('categoryHint')}
        </p>
        <label>
          {say('titleField')}
          <input name="title" maxLength={500} />
        </label>
        <label>
          {say('documentIdField')}
          <input name="document_id" maxLength={200} />
        </label>
        <label>
          {say('onDuplicate')}
          <select name="on_duplicate">
            {CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {say(`onDuplicate_${choice}`)}
              </option>
            ))}
          </select>
        </label>
        <button class="main" disabled={state.kind === 'sending'}>
          {say('upload')}
        </button>
      </form>
      <Outcome state={state} />
    </details>
  );
}
