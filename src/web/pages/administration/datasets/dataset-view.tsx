import { useState } from 'preact/hooks';
import {
  type Dataset,
  DATASET_FORMATS,
  type DatasetFormat,
  type DatasetItem,
  deleteDataset,
  exportDataset,
  readDataset,
} from '../../api/datasets.js';
import { saveBlob } from '../../api/download.js';
import { useRights } from '../../api/keys.js';
import { listTargets } from '../../api/targets.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { fieldOf } from '../../parts/form-field.js';
import { languageOf } from '../../parts/language-of.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { MoreButton } from '../../parts/more.js';
import { go, Link } from '../../parts/place.js';
import { ProblemView } from '../../parts/problem.js';
import { startUrl } from '../../sessions/session-url.js';
import { useDatasets } from './datasets-words.js';

export const DATASETS_PATH = '/pages/administration/datasets';
const ROWS = 100;
const EXTENSIONS: Readonly<Record<DatasetFormat, string>> = {
  csv: 'csv',
  jsonl: 'jsonl',
  promptfoo: 'yaml',
  ragas: 'json',
  deepeval: 'json',
};

/** What is known about the right answer to a question. */
function Expected({ item }: { readonly item: DatasetItem }) {
  const { say, count } = useDatasets();
  const { reference, facts, contexts, citations, answerable } = item;
  if (answerable === false) return <p>{say('expectAbstention')}</p>;
  const sources = (citations ?? []).map(({ title, document_id: id, quote, url }) => title ?? id ?? quote ?? url ?? '');
  const isEmpty = reference === null && (facts ?? []).length === 0 && (contexts ?? []).length === 0;
  return (
    <>
      {isEmpty && sources.length === 0 && <p class="muted">{say('expectNothing')}</p>}
      {reference !== null && <p lang={languageOf(reference)}>{reference}</p>}
      {(facts ?? []).map((wordings) => (
        <p key={wordings.join('|')}>
          <span class="muted">{say('expectFact')}</span> {wordings.join(` ${say('orElse')} `)}
        </p>
      ))}
      {sources.map((source) => (
        <p key={source}>
          <span class="muted">{say('expectSource')}</span> {source}
        </p>
      ))}
      {(contexts ?? []).length > 0 && (
        <p class="muted">{say('expectContexts', { count: count((contexts ?? []).length) })}</p>
      )}
    </>
  );
}

function Rows({ items }: { readonly items: readonly DatasetItem[] }) {
  const { say } = useDatasets();
  const [shown, setShown] = useState(ROWS);
  const heads = ['question', 'expected', 'tags'] as const;
  return (
    <>
      <DataTable
        label={say('questions')}
        heads={heads.map((head) => say(head))}
        empty={say('none')}
        rows={items.slice(0, shown).map((item) => (
          <tr key={item.id} data-item={item.id}>
            <th scope="row">
              <span lang={languageOf(item.question)}>{item.question}</span>
              <p class="facts">
                <code>{item.id}</code>
              </p>
            </th>
            <td>
              <Expected item={item} />
            </td>
            <td>{(item.tags ?? []).join(', ')}</td>
          </tr>
        ))}
      />
      <MoreButton more={shown < items.length ? () => setShown(shown + ROWS) : undefined} />
    </>
  );
}

/** Leads to the form of a session. Only an administrator sees the list of targets; others type a name. */
function StartWith({ id }: { readonly id: string }) {
  const { say } = useDatasets();
  const { isAdministrator } = useRights();
  const targets = useLoaded(() => (isAdministrator ? listTargets() : Promise.resolve([])), [isAdministrator]);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    go(startUrl({ dataset: id, target: fieldOf(new FormData(event.currentTarget), 'target') }));
  };
  return (
    <section class="card" data-part="start">
      <h2>{say('startWith')}</h2>
      <form class="fields" onSubmit={submit}>
        {isAdministrator ? (
          <label>
            {say('systemUnderTest')}
            <select name="target">
              <option value="">{say('thisServer')}</option>
              {(targets.value ?? []).map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <label>
            {say('targetByName')}
            <input name="target" maxLength={100} />
          </label>
        )}
        <button class="main">{say('continueToSession')}</button>
      </form>
    </section>
  );
}

function Exports({ dataset }: { readonly dataset: Dataset }) {
  const { say, name } = useDatasets();
  const [error, setError] = useState<unknown>(undefined);
  const { dataset_id: id } = dataset;
  const save = (format: DatasetFormat) => () => {
    setError(undefined);
    exportDataset(id, format).then((blob) => saveBlob(blob, `${dataset.name}.${EXTENSIONS[format]}`), setError);
  };
  return (
    <>
      <div class="row start">
        {DATASET_FORMATS.map((format) => (
          <button key={format} type="button" class="quiet" onClick={save(format)}>
            {say('exportAs', { format: name('format', format) })}
          </button>
        ))}
        <Confirm
          label={say('deleteWord')}
          question={say('deleteDatasetQuestion')}
          act={() => deleteDataset(id)}
          done={() => go(DATASETS_PATH)}
        />
      </div>
      {error !== undefined && <ProblemView error={error} />}
    </>
  );
}

/** A dataset: its questions, as files, and the way to a session that asks them. */
export function DatasetView({ id }: { readonly id: string }) {
  const { say, count, time } = useDatasets();
  const dataset = useLoaded(() => readDataset(id), [id]);
  return (
    <>
      <p>
        <Link to={DATASETS_PATH}>{say('allDatasets')}</Link>
      </p>
      <Loaded of={dataset}>
        {(shown) => (
          <>
            <h1>{shown.name}</h1>
            <p class="facts">
              <span>{say('questionsCount', { count: count(shown.questions) })}</span>
              <time dateTime={shown.created_at}>{time(shown.created_at)}</time>
              <code>{shown.dataset_id}</code>
            </p>
            <Exports dataset={shown} />
            <StartWith id={id} />
            <Rows items={shown.items} />
          </>
        )}
      </Loaded>
    </>
  );
}
