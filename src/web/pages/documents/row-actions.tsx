import { useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { deleteDocument, type DocumentSummary, reprocess, upload } from '../api/documents.js';
import { download } from '../api/download.js';
import { announce } from '../parts/announce.js';
import { Menu } from '../parts/menu.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { DeleteDialog } from './delete-dialog.js';
import { EditionForm } from './edition-form.js';
import { ACCEPTED } from './upload-queue.js';

interface RowActionsProps {
  readonly document: DocumentSummary;
  /** Others read it and download its file. */
  readonly mayChange: boolean;
  readonly changed: () => void;
}

/** Work on one document, with its outcome or its error. */
function useWork(changed: () => void) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(undefined);
  const [note, setNote] = useState('');
  const attempt = (work: Promise<string | undefined>) => {
    setError(undefined);
    setNote(say('workingShort'));
    work.then(
      (outcome) => {
        setNote(outcome ?? '');
        if (outcome !== undefined) announce(outcome);
        changed();
      },
      (thrown: unknown) => {
        setNote('');
        setError(thrown);
      },
    );
  };
  return { attempt, note, error };
}

type Asks = 'edition' | 'delete' | undefined;
/** A label and what it does. */
type Item = readonly [string, () => void];

interface MenuProps extends Pick<RowActionsProps, 'document' | 'mayChange'> {
  readonly attempt: (work: Promise<string | undefined>) => void;
  readonly ask: (asks: Asks) => void;
  readonly chooseFile: () => void;
}

function RowMenu({ document, mayChange, attempt, ask, chooseFile }: MenuProps) {
  const { say, name } = useSpeech();
  const { document_id: id, title, original_url: original } = document;
  const reading: readonly Item[] =
    original === null ? [] : [[say('downloadOriginal'), () => attempt(download(original).then(() => ''))]];
  const changing: readonly Item[] = [
    [
      say('reprocess'),
      () => attempt(reprocess(id).then(({ status, detail }) => detail ?? name('reprocessed', status))),
    ],
    [say('newEdition'), () => ask('edition')],
    [say('replaceDocument'), chooseFile],
    [say('deleteWord'), () => ask('delete')],
  ];
  return (
    <Menu label={say('actionsFor', { title })}>
      <Link to={`/pages/documents${query({ id, show: 'chunks' })}`}>{say('chunksAndStructure')}</Link>
      <Link to={`/pages/documents${query({ id, show: 'editions' })}`}>{say('editions')}</Link>
      {[...reading, ...(mayChange ? changing : [])].map(([label, act]) => (
        <button key={label} type="button" class="link" onClick={act}>
          {label}
        </button>
      ))}
    </Menu>
  );
}

/** The actions of a document: download, reprocess, new edition, replace, delete. */
export function RowActions({ document, mayChange, changed }: RowActionsProps) {
  const { say } = useSpeech();
  const { document_id: id, title, canonical_path: path } = document;
  const { attempt, note, error } = useWork(changed);
  const [asks, setAsks] = useState<Asks>();
  const file = useRef<HTMLInputElement>(null);
  const close = () => setAsks(undefined);
  const replace = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const wanted = { file: chosen, path, title, documentId: id, onDuplicate: 'keep' as const };
    attempt(upload(wanted, () => undefined).then(({ chunks }) => say('uploaded', { count: chunks })));
  };
  const remove = () => attempt(deleteDocument(id).then(() => undefined));
  return (
    <>
      <RowMenu
        document={document}
        mayChange={mayChange}
        attempt={attempt}
        ask={setAsks}
        chooseFile={() => file.current?.click()}
      />
      <input
        type="file"
        hidden
        ref={file}
        accept={ACCEPTED}
        onChange={(event) => replace(event.currentTarget.files?.[0])}
      />
      {note !== '' && <p class="facts">{note}</p>}
      {error !== undefined && <ProblemView error={error} />}
      {asks === 'edition' && <EditionForm document={document} close={close} />}
      {asks === 'delete' && <DeleteDialog titles={[title]} close={close} remove={remove} />}
    </>
  );
}
