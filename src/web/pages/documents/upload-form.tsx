import type { RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type OnDuplicate, pathsOf, readTree } from '../api/documents.js';
import { fieldOf } from '../parts/form-field.js';
import { languageOf } from '../parts/language-of.js';
import { useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { droppedFiles, filesOfFolder } from './dropped-files.js';
import {
  ACCEPTED,
  type QueuedFile,
  QueueView,
  typedLabels,
  type UploadSettings,
  useUploadQueue,
} from './upload-queue.js';

const CHOICES = ['keep', 'skip', 'replace'] as const;

const choiceOf = (value: string): OnDuplicate => CHOICES.find((choice) => choice === value) ?? 'keep';

function settingsIn(form: HTMLFormElement): UploadSettings {
  const data = new FormData(form);
  const field = (name: string) => fieldOf(data, name);
  return {
    path: typedLabels(field('path')),
    title: field('title'),
    documentId: field('document_id'),
    onDuplicate: choiceOf(field('on_duplicate')),
    usesFolders: field('folders') !== '',
  };
}

/** A category as it is typed. */
const typed = (path: readonly string[]): string => path.join(' > ');

/** A title for a document that answers a question. */
const titleFor = (about: string | null): string =>
  (about ?? '').replace(/(?<![?？.。\s])[?？.。\s]+$/u, '').slice(0, 200);

function Fields({ path, about }: Pick<UploadProps, 'path' | 'about'>) {
  const { say } = useSpeech();
  const hint = useId();
  const tree = useLoaded(readTree, []);
  return (
    <>
      <label>
        {say('category')}
        <input name="path" required defaultValue={typed(path)} aria-describedby={hint} list={`${hint}-paths`} />
      </label>
      <datalist id={`${hint}-paths`}>
        {pathsOf(tree.value?.nodes ?? [])
          .map(typed)
          .map((one) => (
            <option key={one} value={one} />
          ))}
      </datalist>
      <p id={hint} class="muted">
        {say('categoryHint')}
      </p>
      <label>
        {say('titleField')}
        <input name="title" maxLength={500} defaultValue={titleFor(about)} />
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
      <label class="choice">
        <input type="checkbox" name="folders" defaultChecked /> {say('foldersAsCategories')}
      </label>
    </>
  );
}

/** Chooses a folder instead of files; the types of Preact do not know it yet. */
const OF_FOLDER = { webkitdirectory: true };

function empty(input: HTMLInputElement): void {
  input.value = '';
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

interface FileFieldsProps {
  readonly file: RefObject<HTMLInputElement | null>;
  readonly folder: RefObject<HTMLInputElement | null>;
  /** Whether one of them must be filled. */
  readonly isRequired: boolean;
}

function FileFields({ file, folder, isRequired }: FileFieldsProps) {
  const { say } = useSpeech();
  const [hasFolder, setHasFolder] = useState(false);
  return (
    <>
      <label>
        {say('file')}
        <input type="file" ref={file} accept={ACCEPTED} multiple required={isRequired && !hasFolder} />
      </label>
      <label>
        {say('folderField')}
        <input
          type="file"
          ref={folder}
          {...OF_FOLDER}
          onChange={(event) => setHasFolder(event.currentTarget.files?.length !== 0)}
        />
      </label>
    </>
  );
}

/** The question that the document is to answer, and a way back to it. */
function About({ question }: { readonly question: string }) {
  const { say } = useSpeech();
  return (
    <p class="whole-row">
      {say('documentFor')} <q lang={languageOf(question)}>{question}</q>{' '}
      <Link to={`/${query({ q: question })}`}>{say('askItAgain')}</Link>
    </p>
  );
}

interface UploadProps {
  readonly path: readonly string[];
  /** A question that the document is to answer: the form is open. */
  readonly about: string | null;
  readonly onStored: () => void;
}

/** Files that are chosen or dropped, and their category. They go into a queue. */
export function UploadForm({ path, about, onStored }: UploadProps) {
  const { say } = useSpeech();
  const { items, add, clear } = useUploadQueue(onStored);
  const [isOver, setIsOver] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  /** Dropped before there was a category. */
  const [dropped, setDropped] = useState<readonly QueuedFile[]>([]);
  const start = (files: readonly QueuedFile[]) => {
    if (form.current === null || files.length === 0) return;
    // A dropped file needs a category: the form says so.
    if (details.current !== null) details.current.open = true;
    const settings = settingsIn(form.current);
    const isComplete = settings.path.length > 0;
    if (isComplete) add(files, settings);
    else form.current.querySelector<HTMLInputElement>('[name=path]')?.focus();
    setDropped(isComplete ? [] : files);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const files = [...(file.current?.files ?? [])].map((one): QueuedFile => ({ file: one, folders: [] }));
    start([...dropped, ...files, ...filesOfFolder(folder.current?.files)]);
    form.current?.querySelectorAll<HTMLInputElement>('[type=file]').forEach(empty);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (event.dataTransfer !== null) void droppedFiles(event.dataTransfer).then(start);
  };
  return (
    <details
      class={isOver ? 'upload card over' : 'upload card'}
      ref={details}
      open={about !== null}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <summary>
        {say('upload')} <span class="muted">{say('orDrop')}</span>
      </summary>
      <form ref={form} onSubmit={submit} class="fields">
        {about !== null && <About question={about} />}
        <FileFields file={file} folder={folder} isRequired={dropped.length === 0} />
        {dropped.length > 0 && (
          <p class="whole-row" role="status">
            {say('filesDropped', { count: dropped.length })}
          </p>
        )}
        <Fields key={path.join('/')} path={path} about={about} />
        <button class="main">{say('upload')}</button>
      </form>
      <QueueView items={items} clear={clear} />
    </details>
  );
}
