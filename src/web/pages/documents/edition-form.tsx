import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type DocumentSummary, storeEdition, upload } from '../api/documents.js';
import { Dialog } from '../parts/dialog.js';
import { announce } from '../parts/announce.js';
import { go } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { ACCEPTED } from './dropped-files.js';
import { FileProblem } from './file-problem.js';

interface EditionFormProps {
  readonly document: DocumentSummary;
  readonly close: () => void;
}

/**
 * Stores a file or a text as a new edition of a document, and shows what it changes. The edition before ends on the day before the first day
 * of the new one.
 */
export function EditionForm({ document, close }: EditionFormProps) {
  const { say } = useSpeech();
  const [file, setFile] = useState<File | undefined>(undefined);
  const [written, setWritten] = useState('');
  const [version, setVersion] = useState('');
  const [from, setFrom] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const store = () => {
    const { title, canonical_path: path, document_id: of } = document;
    if (file === undefined) return storeEdition(of, { title, text: written, path, version, from });
    const edition = { of, version, from };
    return upload({ file, path, title, documentId: '', onDuplicate: 'keep', edition }, () => undefined);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    store().then(
      ({ document_id: id, chunks }) => {
        announce(say('uploaded', { count: chunks }));
        close();
        go(`/pages/documents${query({ id, show: 'editions' })}`);
      },
      (thrown: unknown) => {
        setIsBusy(false);
        setError(thrown);
      },
    );
  };
  return (
    <Dialog title={say('newEditionOf', { title: document.title })} close={close}>
      <form class="fields" onSubmit={submit}>
        <label>
          {say('oneFile')}
          <input type="file" accept={ACCEPTED} onChange={(event) => setFile(event.currentTarget.files?.[0])} />
        </label>
        <label>
          {say('versionWord')}
          <input value={version} maxLength={100} onInput={(event) => setVersion(event.currentTarget.value)} />
        </label>
        <label>
          {say('inForceFrom')}
          <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
        </label>
        {file === undefined && (
          <label class="whole-row">
            {say('textInsteadOfFile')}
            <textarea required rows={8} value={written} onInput={(event) => setWritten(event.currentTarget.value)} />
          </label>
        )}
        <button class="main">{say('storeEdition')}</button>
        {isBusy && <p role="status">{say('workingShort')}</p>}
        {error !== undefined && <FileProblem error={error} />}
      </form>
    </Dialog>
  );
}
