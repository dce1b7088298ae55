import { useState } from 'preact/hooks';
import { addSource, changeSource, type Source, type SourceSettings } from '../api/sources.js';
import { fieldOf } from '../parts/form-field.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { typedLabels } from './allowed-categories.js';

const REMOVALS = ['delete', 'keep'] as const;
/** The location of the first kind of source: a folder of the server. */
const FOLDER = 'folder';

function folderOf(source: Source | undefined): string {
  const folder = source?.location[FOLDER];
  return typeof folder === 'string' ? folder : '';
}

function settingsIn(form: HTMLFormElement, source: Source | undefined): SourceSettings {
  const data = new FormData(form);
  const field = (name: string) => fieldOf(data, name);
  const cron = field('cron');
  return {
    name: field('name'),
    kind: source?.kind ?? FOLDER,
    location: { ...source?.location, ...(field('folder') === '' ? {} : { [FOLDER]: field('folder') }) },
    category: typedLabels(field('category')),
    folders_as_categories: field('folders') !== '',
    removed: field('removed'),
    schedule: cron === '' ? null : { ...source?.schedule, cron },
    watch: field('watch') !== '',
    paused: field('paused') !== '',
  };
}

function Switches({ source }: { readonly source: Source | undefined }) {
  const { say } = useSpeech();
  const switches = [
    ['folders', say('foldersAsCategories'), source?.folders_as_categories],
    ['watch', say('watchFolder'), source?.watch],
    ['paused', say('pausedSource'), source?.paused],
  ] as const;
  return (
    <fieldset>
      {switches.map(([name, label, value]) => (
        <label key={name} class="choice">
          <input type="checkbox" name={name} defaultChecked={value === true} /> {label}
        </label>
      ))}
    </fieldset>
  );
}

interface SourceFormProps {
  /** The source to change; undefined adds one. */
  readonly source: Source | undefined;
  readonly done: () => void;
}

/** Adds or changes a source of documents. */
export function SourceForm({ source, done }: SourceFormProps) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const settings = settingsIn(event.currentTarget, source);
    setError(undefined);
    (source === undefined ? addSource(settings) : changeSource(source.source_id, settings)).then(done, setError);
  };
  const isFolder = (source?.kind ?? FOLDER) === FOLDER;
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        {say('sourceName')}
        <input name="name" required maxLength={200} defaultValue={source?.name ?? ''} />
      </label>
      {isFolder && (
        <label>
          {say('sourceFolder')}
          <input name="folder" required defaultValue={folderOf(source)} />
        </label>
      )}
      <label>
        {say('category')}
        <input name="category" required defaultValue={source?.category.join(' > ') ?? ''} />
      </label>
      <label>
        {say('scheduleOptional')}
        <input name="cron" placeholder="0 3 * * *" defaultValue={source?.schedule?.cron ?? ''} />
      </label>
      <label>
        {say('whenRemoved')}
        <select name="removed" defaultValue={source?.removed ?? 'delete'}>
          {REMOVALS.map((removal) => (
            <option key={removal} value={removal}>
              {say(`whenRemoved_${removal}`)}
            </option>
          ))}
        </select>
      </label>
      <Switches source={source} />
      <p class="row start">
        <button class="main">{say('save')}</button>
        <button type="button" class="quiet" onClick={done}>
          {say('cancel')}
        </button>
      </p>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}
