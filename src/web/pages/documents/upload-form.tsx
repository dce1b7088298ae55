import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { OnDuplicate } from '../api/documents.js';
import { fieldOf } from '../parts/form-field.js';
import { useSpeech } from '../words/language.js';
import { typedLabels } from './allowed-categories.js';
import { CategoryField } from './category-field.js';
import { ACCEPTED, chosenFiles, droppedFiles, type FoundFiles, NO_FILES, together } from './dropped-files.js';
import { About, TextForm } from './text-form.js';
import { UploadPreview } from './upload-preview.js';
import { QueueView, type UploadSettings, useUploadQueue } from './upload-queue.js';

/** Loads a folder of any size; a run that was interrupted resumes by the same command. */
const SYNC_COMMAND = 'npx touchstone sync FOLDER --category "CATEGORY"';
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

/** A title for a document that answers a question. */
const titleFor = (about: string | null): string =>
  (about ?? '').replace(/(?<![?？.。\s])[?？.。\s]+$/u, '').slice(0, 200);

interface FieldsProps extends Pick<UploadProps, 'path' | 'about'> {
  /** Several files have titles and ids of their own. */
  readonly isSingle: boolean;
}

function Fields({ path, about, isSingle }: FieldsProps) {
  const { say } = useSpeech();
  return (
    <>
      {isSingle && (
        <label>
          {say('titleOptional')}
          <input name="title" maxLength={500} defaultValue={titleFor(about)} />
        </label>
      )}
      <CategoryField path={path} />
      <details class="whole-row">
        <summary>{say('moreOptions')}</summary>
        <div class="fields">
          {isSingle && (
            <label>
              {say('documentIdField')}
              <input name="document_id" maxLength={200} />
            </label>
          )}
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
        </div>
      </details>
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
      <p class="whole-row muted">{say('fileHint')}</p>
    </>
  );
}

interface UploadProps {
  readonly path: readonly string[];
  /** A question that the document is to answer: the form is open. */
  readonly about: string | null;
  /** Whether somebody came here to add documents: the form is open. */
  readonly isWanted: boolean;
  readonly onStored: () => void;
}

interface FilesFormProps extends Pick<UploadProps, 'path' | 'about'> {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Files that were dropped before there was a category. */
  readonly dropped: FoundFiles;
  readonly start: (found: FoundFiles) => void;
}

function FilesForm({ form, dropped, start, path, about }: FilesFormProps) {
  const { say } = useSpeech();
  const file = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(NO_FILES);
  const [settings, setSettings] = useState<UploadSettings | undefined>();
  const all = together([dropped, chosen]);
  // What was chosen and typed is read where it is kept: in the form.
  const look = () => {
    setChosen(together([chosenFiles(file.current?.files), chosenFiles(folder.current?.files)]));
    if (form.current !== null) setSettings(settingsIn(form.current));
  };
  const submit = (event: Event) => {
    event.preventDefault();
    start(all);
    form.current?.querySelectorAll<HTMLInputElement>('[type=file]').forEach(empty);
  };
  const isMany = all.files.length > 1;
  return (
    <form ref={form} onSubmit={submit} onInput={look} onChange={look} class="fields">
      <FileFields file={file} folder={folder} isRequired={dropped.files.length === 0} />
      {dropped.files.length > 0 && (
        <p class="whole-row" role="status">
          {say('filesDropped', { count: dropped.files.length })}
        </p>
      )}
      <Fields key={path.join('/')} path={path} about={about} isSingle={!isMany} />
      <UploadPreview found={all} settings={settings} />
      <button class="main">{isMany ? say('uploadMany', { count: all.files.length }) : say('upload')}</button>
    </form>
  );
}

/** Whether files or a text are added. */
function Choice({ isText, choose }: { readonly isText: boolean; readonly choose: (isText: boolean) => void }) {
  const { say } = useSpeech();
  return (
    <p class="row start spaced" role="group" aria-label={say('addFrom')}>
      <button type="button" class="quiet" aria-pressed={!isText} onClick={() => choose(false)}>
        {say('addFromFiles')}
      </button>
      <button type="button" class="quiet" aria-pressed={isText} onClick={() => choose(true)}>
        {say('addFromText')}
      </button>
    </p>
  );
}

/** What was left out of many files, and how to load them. */
function Cut({ files: { length: taken }, count }: FoundFiles) {
  const { say } = useSpeech();
  return (
    <p class="note" role="alert">
      {say('filesCut', { taken, count, left: count - taken })} <code>{SYNC_COMMAND}</code>
    </p>
  );
}

function Summary() {
  const { say } = useSpeech();
  return (
    <summary>
      {say('upload')} <span class="muted">{say('orDrop')}</span>
    </summary>
  );
}

/** Takes files that are dropped, and says while some are held over the place. */
function useDrop(take: (found: FoundFiles) => void) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent, isNow = true) => {
    event.preventDefault();
    setIsOver(isNow);
  };
  const drop = (event: DragEvent) => {
    over(event, false);
    if (event.dataTransfer !== null) void droppedFiles(event.dataTransfer).then(take);
  };
  const handlers = {
    onDragOver: (event: DragEvent) => over(event),
    onDragLeave: (event: DragEvent) => over(event, false),
    onDrop: drop,
  };
  return { isOver, handlers };
}

/** Files that are chosen or dropped and go into a queue, or a text that is typed. */
export function UploadForm({ path, about, isWanted, onStored }: UploadProps) {
  const { items, add, retry, clear } = useUploadQueue(onStored);
  const [isText, setIsText] = useState(false);
  const [written, write] = useState('');
  const [dropped, setDropped] = useState(NO_FILES);
  const details = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState(NO_FILES);
  const start = (given: FoundFiles) => {
    const { files } = given;
    if (files.length === 0) return;
    setFound(given);
    // A dropped file needs a category: the form says so.
    if (details.current !== null) details.current.open = true;
    setIsText(false);
    const settings = form.current === null ? undefined : settingsIn(form.current);
    const category = form.current?.querySelector<HTMLInputElement>('[name=path]');
    const isComplete = settings !== undefined && settings.path.length > 0 && category?.validity.valid === true;
    if (isComplete) add(files, settings);
    else category?.focus();
    setDropped(isComplete ? NO_FILES : given);
  };
  const again = () => {
    if (form.current === null) setIsText(false);
    else if (form.current.querySelector<HTMLInputElement>('[name=path]')?.reportValidity() === true)
      retry(settingsIn(form.current));
  };
  const { isOver, handlers } = useDrop(start);
  return (
    <details
      class={isOver ? 'upload card over' : 'upload card'}
      ref={details}
      open={about !== null || isWanted}
      {...handlers}
    >
      <Summary />
      {about !== null && <About question={about} />}
      <Choice isText={isText} choose={setIsText} />
      {isText ? (
        <TextForm
          key={path.join('/')}
          path={path}
          title={titleFor(about)}
          about={about}
          written={written}
          write={write}
          onStored={onStored}
        />
      ) : (
        <FilesForm form={form} dropped={dropped} start={start} path={path} about={about} />
      )}
      {found.count > found.files.length && <Cut {...found} />}
      <QueueView items={items} clear={clear} retry={again} />
    </details>
  );
}
