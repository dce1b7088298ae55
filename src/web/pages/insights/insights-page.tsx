import { useMemo } from 'preact/hooks';
import { query } from '../api/call.js';
import { readOthersConversation } from '../api/conversations.js';
import { listQuestions, readInsights } from '../api/insights.js';
import { useRights } from '../api/keys.js';
import { ReadTurns } from '../ask/shared-page.js';
import { Loaded, useLoaded, Waiting } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link, usePlace } from '../parts/place.js';
import { FiguresView } from './figures-view.js';
import { useInsightsWords } from './insights-words.js';
import { MissingGroups } from './missing-view.js';
import { QuestionRows } from './question-rows.js';
import { ReportsView } from './reports-view.js';

const PATH = '/pages/insights';
const LIST_PATH = `${PATH}/questions`;
const MISSING_PATH = `${PATH}/missing`;
const REPORTS_PATH = `${PATH}/reports`;
const CONVERSATION_PATH = `${PATH}/conversation`;
const SPANS = [7, 30, 90, 365];
const DEFAULT_SPAN = 30;
const DAY_MS = 86_400_000;
const FILTERS = ['since', 'until', 'kind', 'mark', 'tenth', 'order'];

/** The last days until now, from the start of a day, so that every bar is a whole day. */
function spanOf(days: number) {
  const until = new Date();
  const first = new Date(until.getTime() - (days - 1) * DAY_MS);
  return { since: `${first.toISOString().slice(0, 10)}T00:00:00.000Z`, until: until.toISOString() };
}

/** The views of the insights that this person may open. */
function Views({ current }: { readonly current: string }) {
  const { say } = useInsightsWords();
  const { may } = useRights();
  const views = [
    { to: PATH, label: say('figuresTab'), isMine: may('metrics') },
    { to: MISSING_PATH, label: say('missingTab'), isMine: may('ingest') },
    { to: REPORTS_PATH, label: say('reportsTab'), isMine: may('ingest') },
  ];
  return (
    <nav class="tabs" aria-label={say('pagesOfInsights')}>
      {views.map(({ to, label, isMine }) =>
        isMine ? (
          <Link key={to} to={to} {...(to === current ? { 'aria-current': 'page' as const } : {})}>
            {label}
          </Link>
        ) : null,
      )}
    </nav>
  );
}

function Missing() {
  const { say } = useInsightsWords();
  return (
    <>
      <h1>{say('missingTopics')}</h1>
      <Views current={MISSING_PATH} />
      <MissingGroups />
    </>
  );
}

function Reports() {
  const { say } = useInsightsWords();
  return (
    <>
      <h1>{say('reportsTab')}</h1>
      <Views current={REPORTS_PATH} />
      <ReportsView path={REPORTS_PATH} />
    </>
  );
}

function Figures() {
  const { say } = useInsightsWords();
  const { parameters } = usePlace();
  const { isAdministrator } = useRights();
  const days = SPANS.find((span) => String(span) === parameters.get('days')) ?? DEFAULT_SPAN;
  const { since, until } = useMemo(() => spanOf(days), [days]);
  const insights = useLoaded(() => readInsights(since, until), [since, until]);
  return (
    <>
      <div class="row">
        <h1>{say('insights')}</h1>
        <label>
          {say('timeSpan')}{' '}
          <select value={days} onChange={(event) => go(`${PATH}${query({ days: event.currentTarget.value })}`)}>
            {SPANS.map((span) => (
              <option key={span} value={span}>
                {say('lastDays', { days: span })}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Views current={PATH} />
      <p class="muted">{say('insightsPromise')}</p>
      <Loaded of={insights}>
        {(figures) => (
          <>
            {!figures.of_all_callers && <p class="muted">{say('ownOnly')}</p>}
            {figures.of_all_callers && !isAdministrator && <p class="muted">{say('wordsForAdministrators')}</p>}
            <FiguresView
              figures={figures}
              since={since}
              until={until}
              rowsUrl={(filter) => `${LIST_PATH}${query({ since, until, ...filter })}`}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

function Questions() {
  const { say, name, day } = useInsightsWords();
  const { parameters } = usePlace();
  const filter = Object.fromEntries(FILTERS.map((field) => [field, parameters.get(field)]));
  const { items, more } = useListed((cursor) => listQuestions(filter, cursor), [parameters.toString()]);
  const { since, until, kind, mark, tenth, order } = filter;
  const facts = [
    kind && kind !== 'all' ? name('kind', kind) : '',
    order === 'slowest' ? say('slowestFirst') : '',
    mark ? `${say('degradedPart')}: ${name('mark', mark)}` : '',
    tenth ? `${say('confidenceOf')}: ${Number(tenth) * 10}–${Number(tenth) * 10 + 10} %` : '',
    since && until ? say('span', { from: day(since), to: day(new Date(Date.parse(until) - 1).toISOString()) }) : '',
  ].filter((fact) => fact !== '');
  return (
    <>
      <h1>{say('listTitle')}</h1>
      <p class="row start">
        <Link to={PATH}>{say('backToFigures')}</Link>
        <span class="muted">{facts.join(' · ')}</span>
      </p>
      <Loaded of={items}>{(found) => <QuestionRows label={say('listTitle')} items={found} />}</Loaded>
      <MoreButton more={more} />
    </>
  );
}

/** A conversation of somebody else, which is read and not continued. */
function OthersConversation() {
  const { say } = useInsightsWords();
  const { parameters } = usePlace();
  const [id, owner] = [parameters.get('c') ?? '', parameters.get('owner') ?? ''];
  const turns = useLoaded(() => readOthersConversation(id, owner), [id, owner]);
  return (
    <Loaded of={turns}>
      {(found) => (
        <ReadTurns turns={found}>
          <h1>{say('othersConversation')}</h1>
          <p class="row start">
            <Link to={PATH}>{say('backToFigures')}</Link>
            <span class="muted">{say('readOnly', { owner })}</span>
          </p>
        </ReadTurns>
      )}
    </Loaded>
  );
}

/** What people ask, what the documents lack, and how good, fast and expensive the answers are. */
export function InsightsPage() {
  const { path } = usePlace();
  const { may, areKnown } = useRights();
  if (path.startsWith(REPORTS_PATH)) return <Reports />;
  if (path.startsWith(MISSING_PATH)) return <Missing />;
  if (path.startsWith(CONVERSATION_PATH)) return <OthersConversation />;
  // The figures need a scope of their own.
  if (!areKnown) return <Waiting />;
  if (!may('metrics') && may('ingest')) return <Missing />;
  return path.startsWith(LIST_PATH) ? <Questions /> : <Figures />;
}
