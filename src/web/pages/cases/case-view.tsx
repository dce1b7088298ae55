import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { type Case, type CaseLog, changeCase, deleteCase, readCase, readCaseLogs, setQuality } from '../api/cases.js';
import { useRights } from '../api/keys.js';
import { DataTable } from '../parts/data-table.js';
import { pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { go, Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { CaseForm } from './case-form.js';
import { useCasesWords } from './cases-words.js';

export const CASES_PATH = '/pages/cases';
/** The address of a case. */
export const caseUrl = (id: string) => `${CASES_PATH}${query({ id })}`;

function LogRow({ log, caseId }: { readonly log: CaseLog; readonly caseId: string }) {
  const { say, name, time } = useCasesWords();
  const { suggested_case_ids: ids } = log;
  const rank = ids.indexOf(caseId) + 1;
  return (
    <tr data-log={log.log_id}>
      <th scope="row">{log.query === '' ? '–' : <span lang={languageOf(log.query)}>{log.query}</span>}</th>
      <td class="figure">
        <time dateTime={log.timestamp}>{time(log.timestamp)}</time>
      </td>
      <td>{rank === 0 ? say('notSuggested') : say('rankOf', { rank, count: ids.length })}</td>
      <td>{log.feedback === null ? '–' : name('feedback', log.feedback)}</td>
      <td>{name('method', log.similarity_method)}</td>
    </tr>
  );
}

function Logs({ caseId }: { readonly caseId: string }) {
  const { say } = useCasesWords();
  const found = useLoaded(() => readCaseLogs(caseId), [caseId]);
  const heads = ['suggestedFor', 'suggestedAt', 'rankAmong', 'rated', 'method'] as const;
  return (
    <section>
      <h2>{say('caseLogs')}</h2>
      <p class="muted">{say('logsPromise')}</p>
      <Loaded of={found}>
        {({ logs }) => (
          <DataTable
            label={say('caseLogs')}
            heads={heads.map((head) => say(head))}
            empty={say('noLogs')}
            rows={logs.map((log) => (
              <LogRow key={log.log_id} log={log} caseId={caseId} />
            ))}
          />
        )}
      </Loaded>
    </section>
  );
}

interface ChangeProps {
  readonly one: Case;
  readonly reload: () => void;
}

function QualityForm({ one, reload }: ChangeProps) {
  const { say, fixed } = useCasesWords();
  const [quality, setTyped] = useState(String(one.quality_score));
  const [note, setNote] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    setQuality(one.case_id, Number(quality)).then(() => {
      setNote(say('qualitySet', { quality: fixed(Number(quality)) }));
      reload();
    }, setError);
  };
  return (
    <form onSubmit={submit}>
      <span class="row start">
        <label>
          {say('quality')}{' '}
          <input
            type="number"
            min={0}
            max={1}
            step="any"
            required
            value={quality}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button class="quiet">{say('setQuality')}</button>
      </span>
      <p role="status" class="muted">
        {note}
      </p>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}

function Delete({ one }: { readonly one: Case }) {
  const { say } = useCasesWords();
  const [isAsked, setIsAsked] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const remove = () => {
    setError(undefined);
    deleteCase(one.case_id).then(() => go(CASES_PATH), setError);
  };
  return (
    <>
      {isAsked ? (
        <div class="note row start" role="alertdialog" aria-label={say('deleteCaseQuestion')}>
          {say('deleteCaseQuestion')}
          <button type="button" class="quiet" onClick={remove}>
            {say('deleteCase')}
          </button>
          <button type="button" class="quiet" onClick={() => setIsAsked(false)}>
            {say('cancel')}
          </button>
        </div>
      ) : (
        <button type="button" class="quiet" onClick={() => setIsAsked(true)}>
          {say('deleteCase')}
        </button>
      )}
      {error !== undefined && <ProblemView error={error} />}
    </>
  );
}

function Changes({ one, reload }: ChangeProps) {
  const { say } = useCasesWords();
  return (
    <section>
      <QualityForm one={one} reload={reload} />
      {one.withheld !== true && (
        <details class="card">
          <summary>{say('editCase')}</summary>
          <CaseForm
            key={one.updated_at}
            one={one}
            store={(written) => changeCase(one.case_id, written)}
            stored={reload}
          />
        </details>
      )}
      <Delete one={one} />
    </section>
  );
}

/** A case with its figures and logs; those who may change it. */
export function CaseView({ id }: { readonly id: string }) {
  const { say, fixed, percent, time, count } = useCasesWords();
  const { may } = useRights();
  const found = useLoaded(() => readCase(id), [id]);
  return (
    <>
      <p>
        <Link to={CASES_PATH}>{say('allCases')}</Link>
      </p>
      <Loaded of={found}>
        {(one) => (
          <article data-case={one.case_id}>
            <h1 lang={languageOf(one.query)}>{one.withheld === true ? say('withheldCase') : one.query}</h1>
            <p class="facts">
              <span>{pathText(one.category_path)}</span>
              <time dateTime={one.updated_at}>{time(one.updated_at)}</time>
            </p>
            {one.outdated === true && <p class="note">{say('outdatedCase')}</p>}
            {one.withheld !== true && (
              <div class="card">
                <p lang={languageOf(one.content)}>{one.content}</p>
              </div>
            )}
            <dl class="figures">
              <div>
                <dt>{say('quality')}</dt>
                <dd>{fixed(one.quality_score)}</dd>
              </div>
              <div>
                <dt>{say('usage')}</dt>
                <dd>{count(one.usage_count)}</dd>
              </div>
              <div>
                <dt>{say('success')}</dt>
                <dd>{percent(one.usage_count === 0 ? null : one.success_rate)}</dd>
              </div>
            </dl>
            {may('ingest') && <Changes one={one} reload={found.reload} />}
          </article>
        )}
      </Loaded>
      <Logs caseId={id} />
    </>
  );
}
