import { useState } from 'preact/hooks';
import { query } from '../api/call.js';
import { addUrl, listReports, markDone, type Report, REPORT_KINDS, REPORT_STATES } from '../api/reports.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link, usePlace } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useInsightsWords } from './insights-words.js';
import { DoneForm, QuotedDocuments, useAgainText, useAskAgain } from './mending.js';
import { OwnCategories } from './missing-view.js';

interface CardProps {
  readonly report: Report;
  readonly changed: () => void;
}

/** What a reader wrote about an answer. */
function Said({ label, words }: { readonly label: string; readonly words: string | null }) {
  if (words === null || words === '') return null;
  return (
    <p>
      <strong>{label}</strong> <span lang={languageOf(words)}>{words}</span>
    </p>
  );
}

function Answer({ report }: Pick<CardProps, 'report'>) {
  const { say } = useInsightsWords();
  if (report.withheld === true) return <p class="muted">{say('reportWithheld')}</p>;
  return (
    <details>
      <summary>{say('answerThen', { count: report.sources.length })}</summary>
      {report.answer !== null && <p lang={languageOf(report.answer)}>{report.answer}</p>}
      <QuotedDocuments sources={report.sources} />
    </details>
  );
}

/** What an editor does about it. */
function Actions({ report, changed }: CardProps) {
  const { say } = useInsightsWords();
  const [error, setError] = useState<unknown>(undefined);
  const { ask, isBusy, result } = useAskAgain([report.trace_id], () => undefined);
  const { question, category, trace_id: id } = report;
  const open = () => {
    setError(undefined);
    markDone([id], false).then(changed, setError);
  };
  return (
    <>
      <p class="row start">
        <Link to={addUrl(question, category, id)}>{say('addForTopic')}</Link>
        <button type="button" class="quiet" disabled={isBusy} onClick={ask}>
          {say('askThisAgain')}
        </button>
        {report.done !== null && (
          <button type="button" class="quiet" onClick={open}>
            {say('openAgain')}
          </button>
        )}
      </p>
      {result}
      {error !== undefined && <ProblemView error={error} />}
      {report.done === null && <DoneForm traceIds={[id]} label={say('markAsDone')} done={changed} />}
    </>
  );
}

function ReportCard({ report, changed }: CardProps) {
  const { say, time } = useInsightsWords();
  const again = useAgainText();
  const { question, done } = report;
  const at = <time dateTime={report.created_at}>{time(report.created_at)}</time>;
  return (
    <li class="card" data-report={report.trace_id}>
      <h2 lang={languageOf(question)}>{question}</h2>
      <p class="facts">
        <span>{say(report.abstained ? 'kind_abstained' : 'rejectedAnswer')}</span>
        {report.reported && <span>{say('byReader')}</span>}
        {at}
        {report.owner !== null && <span>{say('askedBy', { owner: report.owner })}</span>}
        {report.asked_again !== null && <span>{again(report)}</span>}
      </p>
      <Said label={say('commentOfReader')} words={report.comment} />
      <Said label={say('correctionOfReader')} words={report.correction} />
      <Answer report={report} />
      {done !== null && <p class="note">{[say('doneAt', { at: time(done.at) }), done.note ?? ''].join(' ')}</p>}
      <Actions report={report} changed={changed} />
    </li>
  );
}

/** What readers report and what was not answered, newest first. */
export function ReportsView({ path }: { readonly path: string }) {
  const { say } = useInsightsWords();
  const { parameters } = usePlace();
  const state = REPORT_STATES.find((one) => one === parameters.get('state')) ?? 'open';
  const kind = REPORT_KINDS.find((one) => one === parameters.get('kind')) ?? 'all';
  const { items, more } = useListed((cursor) => listReports(state, kind, cursor), [state, kind]);
  const show = (change: Readonly<Record<string, string>>) => go(`${path}${query({ state, kind, ...change })}`);
  return (
    <>
      <p class="muted">{say('reportsPromise')}</p>
      <OwnCategories />
      <div class="row start">
        <label>
          {say('status')}{' '}
          <select value={state} onChange={(event) => show({ state: event.currentTarget.value })}>
            {REPORT_STATES.map((one) => (
              <option key={one} value={one}>
                {say(`reports_${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say('reportKind')}{' '}
          <select value={kind} onChange={(event) => show({ kind: event.currentTarget.value })}>
            {REPORT_KINDS.map((one) => (
              <option key={one} value={one}>
                {say(`reportKind_${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded of={items}>
        {(reports) =>
          reports.length === 0 ? (
            <p class="card calm">{say(state === 'open' ? 'noOpenReports' : 'noDoneReports')}</p>
          ) : (
            <ul class="cards">
              {reports.map((report) => (
                <ReportCard key={report.trace_id} report={report} changed={items.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
