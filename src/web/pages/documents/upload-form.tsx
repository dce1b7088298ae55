import { useId, useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type Stored, upload } from '../api/documents.js';
import { announce } from '../parts/announce.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'failed'; readonly error: unknown };

const ACCEPTED = '.pdf,.docx,.hwpx,.md,.markdown,.html,.htm,.txt';

/** Labels as they are typed: one level behind the other, with `>` or `›` between them. */
export const typedLabels = (text: string): string[] =>
  text
    .split(/[>›]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');

function Outcome({ state }: { readonly state: State }) {
  const { say } = useSpeech();
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') return <ProblemView error={state.error} />;
  if (state.kind === 'stored')
    return (
      <p class="note" role="status">
        {say('uploaded', { count: state.stored.chunks })}{' '}
        <Link to={`/pages/documents${query({ id: state.stored.document_id, show: 'chunks' })}`}>
          {say('seeChunks')}
        </Link>
      </p>
    );
  // When everything is sent, the server still reads, cuts and indexes it.
  const label = say(state.share < 1 ? 'sending' : 'indexing');
  return (
    <p class="sending">
      <label>
        {label} <progress max={1} {...(state.share < 1 ? { value: state.share } : {})} />
      </label>
    </p>
  );
}

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

/** Takes a document in: a file, where it belongs, and what it is called. */
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
        <button class="main" disabled={state.kind === 'sending'}>
          {say('upload')}
        </button>
      </form>
      <Outcome state={state} />
    </details>
  );
}
