import { useState } from 'preact/hooks';
import { DATASET_FORMATS, type StoredDataset, uploadDataset } from '../../api/datasets.js';
import { announce } from '../../parts/announce.js';
import { fieldOf } from '../../parts/form-field.js';
import { ProblemView } from '../../parts/problem.js';
import { ServerText } from '../../parts/server-text.js';
import { useDatasets } from './datasets-words.js';

const MAX_NAME_LENGTH = 200;

/** The name of a file without its extension. */
const nameOf = (file: File) => file.name.replace(/\.[^.]+$/, '').slice(0, MAX_NAME_LENGTH);

function Stored({ dataset }: { readonly dataset: StoredDataset }) {
  const { say, count } = useDatasets();
  const { questions, notes, notes_total: total } = dataset;
  return (
    <section class="note" data-part="stored">
      <p>{say('datasetStored', { count: count(questions) })}</p>
      {total > 0 && (
        <>
          <p>{say('partsUnused', { count: count(total) })}</p>
          <ul>
            {notes.map(({ place, detail }) => (
              <li key={`${place} ${detail}`}>
                {place}: <ServerText>{detail}</ServerText>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Stores the questions of a file. */
export function UploadDataset({ stored }: { readonly stored: () => void }) {
  const { say, name } = useDatasets();
  const [last, setLast] = useState<StoredDataset | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [isSending, setIsSending] = useState(false);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const file = data.get('file');
    if (!(file instanceof File)) return;
    setError(undefined);
    setLast(undefined);
    setIsSending(true);
    const typed = fieldOf(data, 'name');
    uploadDataset(file, typed === '' ? nameOf(file) : typed, fieldOf(data, 'format'))
      .then((dataset) => {
        setLast(dataset);
        form.reset();
        announce(say('datasetStored', { count: dataset.questions }));
        stored();
      }, setError)
      .finally(() => setIsSending(false));
  };
  return (
    <details class="card">
      <summary>{say('addDataset')}</summary>
      <form class="fields" onSubmit={submit}>
        <label>
          {say('datasetFile')}
          <input type="file" name="file" required accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.yaml,.yml" />
        </label>
        <label>
          {say('datasetName')}
          <input name="name" maxLength={MAX_NAME_LENGTH} />
        </label>
        <label>
          {say('datasetFormat')}
          <select name="format">
            <option value="">{say('format_auto')}</option>
            {DATASET_FORMATS.map((format) => (
              <option key={format} value={format}>
                {name('format', format)}
              </option>
            ))}
          </select>
        </label>
        <button class="main" disabled={isSending}>
          {say('storeDataset')}
        </button>
      </form>
      {error !== undefined && <ProblemView error={error} />}
      {last !== undefined && <Stored dataset={last} />}
    </details>
  );
}
