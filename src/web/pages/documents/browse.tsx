import { useState } from 'preact/hooks';
import { type DocumentSummary, listDuplicates, readTable } from '../api/documents.js';
import { useRights } from '../api/keys.js';
import { labelsOf, pathText } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton } from '../parts/more.js';
import { useSpeech } from '../words/language.js';
import { CategoryTree } from './category-tree.js';
import { DocumentTable, type OtherDocuments } from './document-table.js';
import { SelectionBar } from './selection-bar.js';
import {
  fits,
  type Force,
  forceOf,
  FORCES,
  NO_ROW_FILTERS,
  type Order,
  ordered,
  ROW_FILTERS,
  type RowFilters,
} from './table-order.js';
import { UploadForm } from './upload-form.js';

interface Filters {
  readonly title: string;
  readonly force: Force | '';
  readonly onlyCopies: boolean;
  readonly rows: RowFilters;
}

const NO_FILTERS: Filters = { title: '', force: '', onlyCopies: false, rows: NO_ROW_FILTERS };

interface FilterProps {
  readonly filters: Filters;
  readonly setFilters: (filters: Filters) => void;
}

/** Title search, and what the table is limited to. An empty title shows all documents. */
function FilterForm({ filters, setFilters }: FilterProps) {
  const { say, name } = useSpeech();
  const [typed, setTyped] = useState(filters.title);
  const ask = (event: Event) => {
    event.preventDefault();
    setFilters({ ...filters, title: typed.trim() });
  };
  const limit = (field: keyof RowFilters) => (event: { readonly currentTarget: HTMLInputElement }) =>
    setFilters({ ...filters, rows: { ...filters.rows, [field]: event.currentTarget.value } });
  const forceIn = (value: string) => FORCES.find((force) => force === value) ?? '';
  return (
    <form role="search" class="fields" onSubmit={ask}>
      <label>
        {say('titleResembles')}
        <input type="search" maxLength={100} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" class="quiet">
        {say('find')}
      </button>
      <label>
        {say('inForce')}
        <select
          value={filters.force}
          onChange={(event) => setFilters({ ...filters, force: forceIn(event.currentTarget.value) })}
        >
          <option value="">{say('allDocuments')}</option>
          {FORCES.map((force) => (
            <option key={force} value={force}>
              {name('force', force)}
            </option>
          ))}
        </select>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={filters.onlyCopies}
          onChange={(event) => setFilters({ ...filters, onlyCopies: event.currentTarget.checked })}
        />{' '}
        {say('onlyDuplicates')}
      </label>
      <details class="whole-row">
        <summary>{say('moreFilters')}</summary>
        <div class="fields">
          {ROW_FILTERS.map((field) => (
            <label key={field}>
              {say(`filter_${field}`)}
              {field === 'source' || field === 'edition' ? (
                <input type="search" maxLength={100} value={filters.rows[field]} onInput={limit(field)} />
              ) : (
                <input type="date" value={filters.rows[field]} onInput={limit(field)} />
              )}
            </label>
          ))}
        </div>
      </details>
    </form>
  );
}

/** The copies and near duplicates of each document that has any. */
async function readCopies(path: string | null): Promise<ReadonlyMap<string, OtherDocuments>> {
  const { items } = await listDuplicates(path);
  return new Map(items.map(({ document_id: id, copies, near }) => [id, [...copies, ...near]]));
}

/** The day of the reader, as documents name days. */
const today = () => new Date().toLocaleDateString('sv');

interface TableProps extends Pick<FilterProps, 'filters'> {
  readonly path: string | null;
  readonly stored: number;
  /** Whether the reader may change documents. */
  readonly mayChange: boolean;
  readonly changed: () => void;
}

/** Rows that are drawn at once. */
const DRAWN = 200;

function Documents({ path, stored, filters, mayChange, changed }: TableProps) {
  const { say } = useSpeech();
  const { title, force, onlyCopies, rows } = filters;
  const [order, setOrder] = useState<Order>({ column: 'title', isDescending: false });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [drawn, setDrawn] = useState(DRAWN);
  const table = useLoaded(() => readTable(path, title === '' ? null : title), [path, title, stored]);
  const copies = useLoaded(() => readCopies(path), [path, stored]).value ?? new Map<string, OtherDocuments>();
  const day = today();
  const isShown = (one: DocumentSummary) =>
    (force === '' || forceOf(one, day) === force) && (!onlyCopies || copies.has(one.document_id)) && fits(one, rows);
  return (
    <Loaded of={table}>
      {({ items, isCut }) => {
        const shown = ordered(items.filter(isShown), order);
        const selected = shown.map(({ document_id: id }) => id).filter((id) => chosen.has(id));
        if (shown.length === 0)
          return (
            <p class="muted">
              {say(
                items.length === 0 && title === '' ? 'noDocuments' : items.length === 0 ? 'noSuchTitle' : 'noSuchRow',
              )}
            </p>
          );
        return (
          <>
            {isCut && <p class="note">{say('tableCut', { count: items.length })}</p>}
            {selected.length > 0 && (
              <SelectionBar
                ids={selected}
                titles={shown.flatMap((one) => (chosen.has(one.document_id) ? one.title : []))}
                originals={shown.flatMap((one) => (chosen.has(one.document_id) ? (one.original_url ?? []) : []))}
                clear={() => setChosen(new Set())}
                mayChange={mayChange}
                changed={changed}
              />
            )}
            <DocumentTable
              documents={shown.slice(0, drawn)}
              order={order}
              setOrder={setOrder}
              day={day}
              chosen={chosen}
              setChosen={setChosen}
              copies={copies}
              namesCopies={onlyCopies}
              mayChange={mayChange}
              changed={changed}
            />
            <MoreButton more={shown.length > drawn ? () => setDrawn(drawn + DRAWN) : undefined} />
          </>
        );
      }}
    </Loaded>
  );
}

interface BrowseProps {
  readonly path: string | null;
  /** A question that a new document is to answer. */
  readonly about: string | null;
  /** Whether the reader came to add documents. */
  readonly adds: boolean;
}

/** The category tree, the documents of one category, and the upload form. */
export function Browse({ path, about, adds }: BrowseProps) {
  const { say } = useSpeech();
  const labels = labelsOf(path);
  const [stored, setStored] = useState(0);
  const [filters, setFilters] = useState(NO_FILTERS);
  const changed = () => setStored((count) => count + 1);
  const chosenPath = labels.length === 0 ? null : path;
  const mayChange = useRights().may('ingest');
  return (
    <div class="beside">
      <CategoryTree key={stored} current={chosenPath} />
      <section>
        <h2>{labels.length === 0 ? say('allDocuments') : pathText(labels)}</h2>
        {mayChange && <UploadForm path={labels} about={about} isWanted={adds} onStored={changed} />}
        <FilterForm filters={filters} setFilters={setFilters} />
        <Documents
          key={chosenPath}
          path={chosenPath}
          stored={stored}
          filters={filters}
          mayChange={mayChange}
          changed={changed}
        />
      </section>
    </div>
  );
}
