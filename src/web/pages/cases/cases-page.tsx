import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type Case, createCase, listCases } from '../api/cases.js';
import { pathsOf, readTree } from '../api/documents.js';
import { useRights } from '../api/keys.js';
import { DataTable } from '../parts/data-table.js';
import { fieldOf } from '../parts/form-field.js';
import { pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link, usePlace } from '../parts/place.js';
import { CaseForm } from './case-form.js';
import { CASES_PATH, caseUrl, CaseView } from './case-view.js';
import { useCasesWords } from './cases-words.js';

function Filter({ words, category }: { readonly words: string; readonly category: string }) {
  const { say } = useCasesWords();
  const tree = useLoaded(readTree, []);
  const paths = pathsOf(tree.value?.nodes ?? []);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    go(`${CASES_PATH}${query({ query: fieldOf(data, 'query'), category: fieldOf(data, 'category') })}`);
  };
  return (
    <form class="card fields" onSubmit={submit} role="search">
      <label>
        {say('searchCases')}
        <input type="search" name="query" maxLength={200} defaultValue={words} />
      </label>
      <label>
        {say('category')}
        <select name="category">
          <option value="">{say('allCategories')}</option>
          {paths.map((path) => {
            const value = JSON.stringify(path);
            return (
              <option key={value} value={value} selected={value === category}>
                {pathText(path)}
              </option>
            );
          })}
        </select>
      </label>
      <button class="main">{say('applyFilter')}</button>
    </form>
  );
}

function Row({ one }: { readonly one: Case }) {
  const { say, fixed, percent, count, time } = useCasesWords();
  return (
    <tr data-case={one.case_id}>
      <th scope="row">
        <Link to={caseUrl(one.case_id)} lang={languageOf(one.query)}>
          {one.withheld === true ? say('withheldCase') : one.query}
        </Link>
      </th>
      <td>{pathText(one.category_path)}</td>
      <td class="figure">{fixed(one.quality_score)}</td>
      <td class="figure">{count(one.usage_count)}</td>
      <td class="figure">{percent(one.usage_count === 0 ? null : one.success_rate)}</td>
      <td class="figure">
        <time dateTime={one.updated_at}>{time(one.updated_at)}</time>
      </td>
    </tr>
  );
}

function CaseList() {
  const { say } = useCasesWords();
  const { parameters } = usePlace();
  const { may } = useRights();
  const [changes, setChanges] = useState(0);
  const words = parameters.get('query') ?? '';
  const category = parameters.get('category') ?? '';
  const { items, more } = useListed((cursor) => listCases(words, category, cursor), [words, category, changes]);
  const heads = ['question', 'category', 'quality', 'usage', 'success', 'changedAt'] as const;
  return (
    <>
      <h1>{say('cases')}</h1>
      <p class="muted">{say('casesPromise')}</p>
      <Filter key={parameters.toString()} words={words} category={category} />
      {may('ingest') && (
        <>
          <details class="card">
            <summary>{say('addCase')}</summary>
            <CaseForm key={changes} store={createCase} stored={() => setChanges((count) => count + 1)} />
          </details>
          <p>
            <Link to="/pages/reviews">{say('caseFromReview')}</Link>
          </p>
        </>
      )}
      <Loaded of={items}>
        {(cases) => (
          <DataTable
            label={say('cases')}
            heads={heads.map((head) => say(head))}
            empty={say('noCases')}
            rows={cases.map((one) => (
              <Row key={one.case_id} one={one} />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}

/** The cases: searched, opened, changed. `?id=` opens one. */
export function CasesPage() {
  const { parameters } = usePlace();
  const id = parameters.get('id');
  return id === null ? <CaseList /> : <CaseView key={id} id={id} />;
}
