import { useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { deleteDocument, type DocumentSummary, reprocess, upload } from '../api/documents.js';
import { download } from '../api/download.js';
import { announce } from '../parts/announce.js';
import { Menu } from '../parts/menu.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { DeleteDialog } from './delete-dialog.js';
import { ACCEPTED } from './dropped-files.js';
import { EditionForm } from './edition-form.js';
import { FileProblem } from './file-problem.js';

interface RowActionsProps {
  readonly document: DocumentSummary;
  /** Others read it and download its file. */
  readonly mayChange: boolean;
  readonly changed: () => void;
  /** After the document was deleted; `changed` by default. */
  readonly deleted?: () => void;
  /** On the page of the document all of them are in sight. */
  readonly shape?: 'menu' | 'buttons';
}

/** Work on one document, with its outcome or its error. */
function useWork(changed: () => void) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(undefined);
  const [note, setNote] = useState('');
  const attempt = (work: Promise<string | undefined>, done = changed) => {
    setError(undefined);
    setNote(say('workingShort'));
    work.then(
      (outcome) => {
        setNote(outcome ?? '');
        if (outcome !== undefined) announce(outcome);
        done();
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

interface ActionsProps extends Required<Pick<RowActionsProps, 'document' | 'mayChange' | 'shape'>> {
  readonly attempt: (work: Promise<string | undefined>) => void;
  readonly ask: (asks: Asks) => void;
  readonly chooseFile: () => void;
}

function Actions({ document, mayChange, shape, attempt, ask, chooseFile }: ActionsProps) {
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
  const items = [...reading, ...(mayChange ? changing : [])].map(([label, act]) => (
    <button key={label} type="button" class={shape === 'menu' ? 'link' : 'quiet'} onClick={act}>
      {label}
    </button>
  ));
  if (shape === 'buttons') return <p class="row start">{items}</p>;
  return (
    <Menu label={say('actionsFor', { title })}>
      <Link to={`/pages/documents${query({ id, show: 'chunks' })}`}>{say('chunksAndStructure')}</Link>
      <Link to={`/pages/documents${query({ id, show: 'editions' })}`}>{say('editions')}</Link>
      {items}
    </Menu>
  );
}

/** The actions of a document: download, reprocess, new edition, replace, delete. */
export function RowActions({ document, mayChange, changed, deleted = changed, shape = 'menu' }: RowActionsProps) {
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
  const remove = () =>
    attempt(
      deleteDocument(id).then(() => undefined),
      deleted,
    );
  return (
    <>
      <Actions
        document={document}
        mayChange={mayChange}
        shape={shape}
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
      {error !== undefined && <FileProblem error={error} />}
      {asks === 'edition' && <EditionForm document={document} close={close} />}
      {asks === 'delete' && <DeleteDialog titles={[title]} close={close} remove={remove} />}
    </>
  );
}
