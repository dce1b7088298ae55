import { useMemo } from 'preact/hooks';
import { budgetState, readSpending, type Spending } from '../../api/budget.js';
import { query } from '../../api/call.js';
import { type CostOfDay, type Insights, readInsights } from '../../api/insights.js';
import { useRights } from '../../api/keys.js';
import { CostShares } from '../../insights/cost-shares.js';
import { type Period, periodsOf } from '../../insights/periods.js';
import { BarChart } from '../../parts/charts.js';
import { DataTable } from '../../parts/data-table.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { go, Link, usePlace } from '../../parts/place.js';
import { useAdministration } from '../administration-words.js';
import { speechWith } from '../../words/language.js';
import words from './budget-words.json' with { type: 'json' };

const useBudgetWords = speechWith<keyof typeof words.en>(words);

const PATH = '/pages/administration/budget';
const ROWS_PATH = '/pages/insights/questions';
/** Mark of an answer that was written without the model, since the budget was used up. */
const USED_UP = 'cost_guard';
const SPANS = [7, 30, 90, 365];
const DEFAULT_SPAN = 30;
const DAY_MS = 86_400_000;

interface Time {
  readonly since: string;
  readonly until: string;
}

/** The last days until now, from the start of a day. */
function timeOf(days: number): Time {
  const until = new Date();
  const first = new Date(until.getTime() - (days - 1) * DAY_MS);
  return { since: `${first.toISOString().slice(0, 10)}T00:00:00.000Z`, until: until.toISOString() };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const startOf = (day: string) => `${day}T00:00:00.000Z`;

function useDollars() {
  const { say } = useBudgetWords();
  return (usd: number | null) => (usd === null ? say('noLimit') : say('usd', { usd: usd.toFixed(usd < 1 ? 4 : 2) }));
}

/** Today against its limit, in one sentence. */
function Today({ spending }: { readonly spending: Spending }) {
  const { say } = useBudgetWords();
  const { isAdministrator } = useRights();
  const dollars = useDollars();
  const { spent_today_usd: spent, day_usd: limit, request_usd: request } = spending.budget;
  const state = budgetState(spending);
  const said = say(`budgetSays_${state}`, { spent: dollars(spent), limit: dollars(limit) });
  if (state === 'free')
    return (
      <div class="card calm" data-budget={state}>
        <p>{said}</p>
        {isAdministrator && <Link to="/pages/administration/models">{say('configureModel')}</Link>}
      </div>
    );
  const share = spent === null || limit === null || limit === 0 ? undefined : Math.min(1, spent / limit);
  return (
    <>
      <div class="card verdict" data-budget={state}>
        <p>{said}</p>
        {share !== undefined && (
          <span class="gauge" aria-hidden="true">
            <i
              data-level={state === 'used_up' ? 'bad' : state === 'nearly' ? 'medium' : ''}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        )}
      </div>
      <dl class="figures">
        <div>
          <dt>{say('modelInUse')}</dt>
          <dd>{spending.llm.model}</dd>
        </div>
        <div>
          <dt>{say('dayLimit')}</dt>
          <dd>{dollars(limit)}</dd>
        </div>
        <div>
          <dt>{say('requestLimit')}</dt>
          <dd>{dollars(request)}</dd>
        </div>
      </dl>
    </>
  );
}

function UsedUp({ figures, time }: { readonly figures: Insights; readonly time: Time }) {
  const { say, count } = useBudgetWords();
  const answers = figures.degraded.find(({ mark }) => mark === USED_UP)?.questions ?? 0;
  return (
    <section>
      <h2>{say('whenUsedUp')}</h2>
      <p>{say('whenUsedUpSays')}</p>
      <p>
        <Link to={`${ROWS_PATH}${query({ ...time, mark: USED_UP })}`}>
          {say('answersWithout', { count: count(answers) })}
        </Link>
      </p>
      <p class="muted">{say('whereLimits')}</p>
    </section>
  );
}

/** Cost of the days of a time, as a chart and as a table whose rows lead to their questions. */
function Costs({ days, time }: { readonly days: readonly CostOfDay[]; readonly time: Time }) {
  const { say, count, day } = useBudgetWords();
  const dollars = useDollars();
  const periods = periodsOf(days, time.since.slice(0, 10), time.until.slice(0, 10));
  const named = ({ from, until }: Period<unknown>) => {
    const last = new Date(Date.parse(until) - 1).toISOString();
    return last.slice(0, 10) === from ? day(from) : say('span', { from: day(from), to: day(last) });
  };
  const usdOf = (period: Period<CostOfDay>) => sum(period.days.map(({ usd }) => usd));
  const heads = ['days', 'modelCalls', 'tokens', 'cost'] as const;
  return (
    <section>
      <h2>{say('costByDay')}</h2>
      {periods.length > 0 && (
        <>
          <p>
            {say('spentInTime')}: <strong>{dollars(sum(days.map(({ usd }) => usd)))}</strong>
          </p>
          <BarChart
            caption={say('costOfDays')}
            bars={periods.map((period) => ({
              key: period.from,
              label: named(period),
              value: usdOf(period),
              shown: usdOf(period).toFixed(4),
            }))}
          />
        </>
      )}
      <DataTable
        label={say('costByDay')}
        heads={heads.map((head) => say(head))}
        empty={say('noCost')}
        rows={periods.toReversed().map((period) => (
          <tr key={period.from}>
            <th scope="row">
              <Link
                to={`${ROWS_PATH}${query({ kind: 'all', since: startOf(period.from), until: startOf(period.until) })}`}
              >
                {named(period)}
              </Link>
            </th>
            <td class="figure">{count(sum(period.days.map(({ calls }) => calls)))}</td>
            <td class="figure">
              {count(sum(period.days.map((one) => one.input_tokens)))} /{' '}
              {count(sum(period.days.map((one) => one.output_tokens)))}
            </td>
            <td class="figure">{dollars(usdOf(period))}</td>
          </tr>
        ))}
      />
      <p class="muted">{say('daysOfZone')}</p>
      <p class="muted">
        <Link to="/pages/sessions">{say('sessionsCost')}</Link>
      </p>
    </section>
  );
}

/** What the language model costs and may cost, and what happens when the budget is used up. */
export function BudgetView() {
  const { say } = useBudgetWords();
  const { say: title } = useAdministration();
  const { parameters } = usePlace();
  const days = SPANS.find((span) => String(span) === parameters.get('days')) ?? DEFAULT_SPAN;
  const time = useMemo(() => timeOf(days), [days]);
  const spending = useLoaded(async () => ({ spending: await readSpending() }), []);
  const figures = useLoaded(() => readInsights(time.since, time.until), [time]);
  return (
    <>
      <div class="row">
        <h1>{title('budgetAndCost')}</h1>
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
      <Loaded of={spending}>
        {({ spending: found }) =>
          found === undefined ? <p class="card calm">{say('notSummedUp')}</p> : <Today spending={found} />
        }
      </Loaded>
      <Loaded of={figures}>
        {(found) =>
          found.cost === null ? (
            <p class="card calm">{say('wholeService')}</p>
          ) : (
            <>
              <Costs days={found.cost} time={time} />
              <CostShares figures={found} />
              <UsedUp figures={found} time={time} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
