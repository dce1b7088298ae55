import { query } from '../../api/call.js';
import { type DatasetSummary, listDatasets } from '../../api/datasets.js';
import { DataTable } from '../../parts/data-table.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { Link, usePlace } from '../../parts/place.js';
import { startUrl } from '../../sessions/session-url.js';
import { DATASETS_PATH, DatasetView } from './dataset-view.js';
import { useDatasets } from './datasets-words.js';
import { UploadDataset } from './upload-dataset.js';

function Row({ dataset }: { readonly dataset: DatasetSummary }) {
  const { say, count, time } = useDatasets();
  const { dataset_id: id } = dataset;
  return (
    <tr data-dataset={dataset.name}>
      <th scope="row">
        <Link to={`${DATASETS_PATH}${query({ id })}`}>{dataset.name}</Link>
      </th>
      <td class="figure">{count(dataset.questions)}</td>
      <td class="figure">
        <time dateTime={dataset.created_at}>{time(dataset.created_at)}</time>
      </td>
      <td>
        <Link to={startUrl({ dataset: id })}>{say('startSession')}</Link>
      </td>
    </tr>
  );
}

function DatasetList() {
  const { say } = useDatasets();
  const { items, more } = useListed(listDatasets, []);
  const heads = ['datasetHead', 'questions', 'storedAt', 'actions'] as const;
  return (
    <>
      <h1>{say('datasets')}</h1>
      <p class="muted">{say('datasetsPromise')}</p>
      <UploadDataset stored={items.reload} />
      <Loaded of={items}>
        {(datasets) => (
          <DataTable
            label={say('datasets')}
            heads={heads.map((head) => say(head))}
            empty={say('noDatasets')}
            rows={datasets.map((dataset) => (
              <Row key={dataset.dataset_id} dataset={dataset} />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}

/** The caller's datasets. `?id=` opens one. */
export function DatasetsView() {
  const { parameters } = usePlace();
  const id = parameters.get('id');
  return id === null ? <DatasetList /> : <DatasetView key={id} id={id} />;
}
