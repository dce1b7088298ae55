import { useEffect, useState } from 'preact/hooks';
import { pathText } from '../parts/labels.js';
import { useSpeech } from '../words/language.js';
import { RANKINGS } from './rankings.js';

/** The question and the category of a search. */
export interface Wanted {
  readonly query: string;
  /** JSON of a category path; '' for no filter. */
  readonly path: string;
  readonly asOf: string;
  readonly topK: number;
  readonly shown: readonly string[];
}

interface PartProps {
  readonly wanted: Wanted;
  readonly change: (changed: Partial<Wanted>) => void;
}

function Filters({ wanted, change, categories }: PartProps & Pick<FormProps, 'categories'>) {
  const { say } = useSpeech();
  return (
    <div class="fields">
      <label>
        {say('category')}
        <select value={wanted.path} onChange={(event) => change({ path: event.currentTarget.value })}>
          <option value="">{say('noFilter')}</option>
          {categories.map((path) => (
            <option key={path.join('/')} value={JSON.stringify(path)}>
              {pathText(path)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('asOf')}
        <input type="date" value={wanted.asOf} onChange={(event) => change({ asOf: event.currentTarget.value })} />
      </label>
      <label>
        {say('passagesWanted')}
        <input
          type="number"
          min={1}
          max={100}
          required
          value={wanted.topK}
          onChange={(event) => {
            if (event.currentTarget.checkValidity()) change({ topK: event.currentTarget.valueAsNumber });
          }}
        />
      </label>
    </div>
  );
}

function Shown({ wanted, change }: PartProps) {
  const { say, name } = useSpeech();
  const toggle = (id: string) => () =>
    change({
      shown: RANKINGS.map((ranking) => ranking.id).filter((other) => wanted.shown.includes(other) !== (other === id)),
    });
  return (
    <fieldset>
      <legend>{say('rankings')}</legend>
      {RANKINGS.map(({ id }) => (
        <label key={id} class="choice">
          <input type="checkbox" checked={wanted.shown.includes(id)} onChange={toggle(id)} /> {name('ranking', id)}
        </label>
      ))}
    </fieldset>
  );
}

interface FormProps {
  readonly wanted: Wanted;
  readonly categories: readonly (readonly string[])[];
  readonly search: (wanted: Wanted) => void;
}

/** The search form. A change of a filter searches again at once. */
export function SearchForm({ wanted, categories, search }: FormProps) {
  const { say } = useSpeech();
  const [query, setQuery] = useState(wanted.query);
  // The browser's back button restores an earlier question.
  useEffect(() => setQuery(wanted.query), [wanted.query]);
  const change = (changed: Partial<Wanted>) => search({ ...wanted, query: query.trim(), ...changed });
  const submit = (event: Event) => {
    event.preventDefault();
    change({});
  };
  return (
    <form class="card search" onSubmit={submit}>
      <div class="line">
        <label class="grow">
          {say('lookFor')}
          <input
            type="search"
            required
            maxLength={4000}
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
        <button class="main">{say('find')}</button>
      </div>
      <Filters wanted={wanted} change={change} categories={categories} />
      <Shown wanted={wanted} change={change} />
    </form>
  );
}
