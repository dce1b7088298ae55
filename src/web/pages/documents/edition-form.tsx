import { useState } from 'preact/hooks';
import { type DocumentSummary, storeEdition } from '../api/documents.js';
import { Dialog } from '../parts/dialog.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

/** Media types that are stored as their own text. */
const TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
};
const typeOf = (name: string) => TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/plain';

interface EditionFormProps {
  readonly document: DocumentSummary;
  readonly close: () => void;
  readonly stored: () => void;
}

/** Stores a new edition of a document. The edition before ends on the day before the first day of the new one. */
export function EditionForm({ document, close, stored }: EditionFormProps) {
  const { say } = useSpeech();
  const [written, setWritten] = useState('');
  const [contentType, setContentType] = useState('text/plain');
  const [version, setVersion] = useState('');
  const [from, setFrom] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const readFile = (file: File | undefined) => {
    if (file === undefined) return;
    setContentType(typeOf(file.name));
    file.text().then(setWritten, setError);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    const { title, canonical_path: path, document_id: id } = document;
    storeEdition(id, { title, text: written, contentType, path, version, from }).then(() => {
      close();
      stored();
    }, setError);
  };
  return (
    <Dialog title={say('newEditionOf', { title: document.title })} close={close}>
      <form class="scrolled fields" onSubmit={submit}>
        <label>
          {say('versionWord')}
          <input value={version} maxLength={100} onInput={(event) => setVersion(event.currentTarget.value)} />
        </label>
        <label>
          {say('inForceFrom')}
          <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
        </label>
        <label>
          {say('textFile')}
          <input
            type="file"
            accept=".txt,.md,.markdown,.html,.htm"
            onChange={(event) => readFile(event.currentTarget.files?.[0])}
          />
        </label>
        <label class="whole-row">
          {say('textOfDocument')}
          <textarea required rows={8} value={written} onInput={(event) => setWritten(event.currentTarget.value)} />
        </label>
        <button class="main">{say('storeEdition')}</button>
        {error !== undefined && <ProblemView error={error} />}
      </form>
    </Dialog>
  );
}
