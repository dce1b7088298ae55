import { useState } from 'preact/hooks';
import {
  type DocumentSummary,
  DUPLICATES_PAGE,
  listDuplicates,
  listSorted,
  listWhole,
  LONGEST_PAGE,
} from '../api/documents.js';
import { useRights } from '../api/keys.js';
import { labelsOf, pathText } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { useSpeech } from '../words/language.js';
import { CategoryTree } from './category-tree.js';
import { DocumentTable, type OtherDocuments } from './document-table.js';
import { SelectionBar } from './selection-bar.js';
import {
  type Filters,
  fits,
  forceOf,
  FORCES,
  NO_FILTERS,
  type Order,
  ordered,
  ROW_FILTERS,
  type RowFilters,
  tableQuery,
} from './table-order.js';
import { UploadForm } from './upload-form.js';

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
  const items: Awaited<ReturnType<typeof listDuplicates>>['items'][number][] = [];
  let cursor: string | null = null;
  // As many documents as a list that is filtered here may have.
  for (let checked = 0; checked < LONGEST_PAGE; checked += DUPLICATES_PAGE) {
    const found: Awaited<ReturnType<typeof listDuplicates>> = await listDuplicates(path, cursor);
    items.push(...found.items);
    cursor = found.next_cursor;
    if (cursor === null) break;
  }
  return new Map(items.map(({ document_id: id, copies, near }) => [id, [...copies, ...near]]));
}

/** The day of the reader, as documents name days. */
const today = () => new Date().toLocaleDateString('sv');

interface DocumentsProps extends Pick<FilterProps, 'filters'> {
  readonly path: string | null;
  readonly stored: number;
  /** Whether the reader may change documents. */
  readonly mayChange: boolean;
  readonly changed: () => void;
}

interface ListProps extends DocumentsProps {
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
  readonly day: string;
  readonly copies: ReadonlyMap<string, OtherDocuments>;
}

interface ShownProps extends Omit<ListProps, 'path' | 'stored'> {
  readonly shown: readonly DocumentSummary[];
  /** What to say without documents. */
  readonly lack: 'noDocuments' | 'noSuchTitle' | 'noSuchRow';
  readonly more: (() => void) | undefined;
}

/** Documents in their order, with what is done to the selected ones. */
function ShownDocuments({ shown, lack, more, filters, ...table }: ShownProps) {
  const { say } = useSpeech();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = shown.filter(({ document_id: id }) => chosen.has(id));
  if (shown.length === 0) return <p class="muted">{say(lack)}</p>;
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar
          ids={selected.map(({ document_id: id }) => id)}
          titles={selected.flatMap(({ title }) => title)}
          originals={selected.flatMap((one) => one.original_url ?? [])}
          clear={() => setChosen(new Set())}
          mayChange={table.mayChange}
          changed={table.changed}
        />
      )}
      <DocumentTable
        documents={shown}
        chosen={chosen}
        setChosen={setChosen}
        namesCopies={filters.onlyCopies}
        {...table}
      />
      <MoreButton more={more} />
    </>
  );
}

/** Rows that are drawn at once. */
const DRAWN = 200;

/** A list that fits one page: sorted and filtered here. */
function ShortList({ items, ...list }: ListProps & { readonly items: readonly DocumentSummary[] }) {
  const { say } = useSpeech();
  const [drawn, setDrawn] = useState(DRAWN);
  const { filters, copies, day, order } = list;
  const { title, force, onlyCopies, rows } = filters;
  const isShown = (one: DocumentSummary) =>
    (force === '' || forceOf(one, day) === force) && (!onlyCopies || copies.has(one.document_id)) && fits(one, rows);
  const shown = ordered(items.filter(isShown), order);
  return (
    <>
      {title !== '' && items.length >= LONGEST_PAGE && (
        <p class="muted">{say('nearestTitles', { count: LONGEST_PAGE })}</p>
      )}
      <ShownDocuments
        {...list}
        shown={shown.slice(0, drawn)}
        lack={items.length > 0 ? 'noSuchRow' : title === '' ? 'noDocuments' : 'noSuchTitle'}
        more={shown.length > drawn ? () => setDrawn(drawn + DRAWN) : undefined}
      />
    </>
  );
}

/** A longer list: sorted and filtered by the server, page by page. */
function LongList(list: ListProps) {
  const { say } = useSpeech();
  const { path, order, filters, day, stored } = list;
  const table = tableQuery(path, order, filters, day);
  const { items, more } = useListed((cursor) => listSorted(table, cursor), [JSON.stringify(table), stored]);
  return (
    <>
      {filters.onlyCopies && <p class="muted">{say('onlyExactCopies', { count: LONGEST_PAGE })}</p>}
      <Loaded of={items}>{(shown) => <ShownDocuments {...list} shown={shown} lack="noSuchRow" more={more} />}</Loaded>
    </>
  );
}

function Documents(documents: DocumentsProps) {
  const { path, stored, filters } = documents;
  const { title } = filters;
  const [order, setOrder] = useState<Order>({ column: 'title', isDescending: false });
  const whole = useLoaded(() => listWhole(path, title === '' ? null : title), [path, title, stored]);
  const copies = useLoaded(() => readCopies(path), [path, stored]).value ?? new Map<string, OtherDocuments>();
  const list: ListProps = { ...documents, order, setOrder, day: today(), copies };
  return (
    <Loaded of={whole}>
      {({ items, next_cursor: next }) =>
        next === null ? <ShortList {...list} items={items} /> : <LongList {...list} />
      }
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
