import type { ComponentChildren } from 'preact';
import { type CostOfDay, type Insights, type MissingTopic, SLOW_MS } from '../api/insights.js';
import { query } from '../api/call.js';
import { useRights } from '../api/keys.js';
import { BarChart } from '../parts/charts.js';
import { DataTable } from '../parts/data-table.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { CostShares } from './cost-shares.js';
import { useInsightsWords } from './insights-words.js';
import { MissingGroups } from './missing-view.js';
import { type Period, periodsOf } from './periods.js';
import { QuestionRows } from './question-rows.js';

export interface FiguresProps {
  readonly figures: Insights;
  readonly since: string;
  readonly until: string;
  /** The address of the questions of a figure. */
  readonly rowsUrl: (filter: Readonly<Record<string, string>>) => string;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const startOf = (day: string) => `${day}T00:00:00.000Z`;

function Section({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section data-insight={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A day, or the first and last one of a period. */
function usePeriodText() {
  const { say, day } = useInsightsWords();
  return ({ from, until }: Period<unknown>) => {
    const last = new Date(Date.parse(until) - 1).toISOString();
    return last.slice(0, 10) === from ? day(from) : say('span', { from: day(from), to: day(last) });
  };
}

function Totals({ figures, rowsUrl }: FiguresProps) {
  const { say, name, count } = useInsightsWords();
  const { questions, ratings, latency } = figures;
  const totals: readonly (readonly [string, number])[] = [
    ['all', sum(questions.map((day) => day.questions))],
    ['answered', sum(questions.map((day) => day.answered))],
    ['abstained', sum(questions.map((day) => day.abstained))],
    ['thumbs_up', sum(ratings.map((day) => day.up))],
    ['thumbs_down', sum(ratings.map((day) => day.down))],
    ['slow', latency.slow],
    ['degraded', sum(questions.map((day) => day.degraded))],
  ];
  return (
    <Section title={say('totals')}>
      <dl class="figures">
        {totals.map(([kind, total]) => (
          <div key={kind} data-kind={kind}>
            <dt>{name('kind', kind)}</dt>
            <dd>
              <Link to={rowsUrl({ kind })}>{count(total)}</Link>
            </dd>
          </div>
        ))}
      </dl>
      <p class="muted">{say('slowFrom', { seconds: SLOW_MS / 1000 })}</p>
    </Section>
  );
}

function Trends({ figures, since, until, rowsUrl }: FiguresProps) {
  const { say } = useInsightsWords();
  const text = usePeriodText();
  const [from, to] = [since.slice(0, 10), until.slice(0, 10)];
  const link = (period: Period<unknown>, kind: string) => (
    <Link to={rowsUrl({ kind, since: startOf(period.from), until: startOf(period.until) })}>{text(period)}</Link>
  );
  const questions = periodsOf(figures.questions, from, to).map((period) => {
    const asked = sum(period.days.map((day) => day.questions));
    const abstained = sum(period.days.map((day) => day.abstained));
    const shown = say('periodQuestions', { questions: asked, abstained });
    return { key: period.from, label: link(period, 'all'), value: asked, shown };
  });
  const ratings = periodsOf(figures.ratings, from, to).map((period) => {
    const up = sum(period.days.map((day) => day.up));
    const down = sum(period.days.map((day) => day.down));
    const value = up + down === 0 ? 0 : up / (up + down);
    return { key: period.from, label: link(period, 'rated'), value, shown: say('periodRatings', { up, down }) };
  });
  return (
    <div class="grid">
      <Section title={say('questionsOverTime')}>
        <BarChart caption={say('kind_all')} bars={questions} />
      </Section>
      <Section title={say('ratingsOverTime')}>
        {ratings.length === 0 ? (
          <p class="muted">{say('noRatings')}</p>
        ) : (
          <BarChart caption={say('shareUp')} bars={ratings} full={1} />
        )}
      </Section>
    </div>
  );
}

/** What somebody who may not change documents does about a question that they do not answer. */
function Mending({ question }: { readonly question: string }) {
  const { say } = useInsightsWords();
  return (
    <p class="row start">
      <Link to={`/pages/search${query({ q: question })}`}>{say('searchForTopic')}</Link>
      <Link to={`/${query({ q: question })}`}>{say('askTopicAgain')}</Link>
    </p>
  );
}

function Topic({ topic }: { readonly topic: MissingTopic }) {
  const { say, time } = useInsightsWords();
  return (
    <details class="card" data-topic={topic.question}>
      <summary>
        <span lang={languageOf(topic.question)}>{topic.question}</span>{' '}
        <span class="facts">
          {say('topicCount', { count: topic.count })} · {say('latestAt', { time: time(topic.latest_at) })}
        </span>
      </summary>
      <Mending question={topic.question} />
      <QuestionRows label={topic.question} items={topic.questions} />
    </details>
  );
}

function Confidence({ figures, rowsUrl }: FiguresProps) {
  const { say, percent, count } = useInsightsWords();
  const heads = ['confidenceOf', 'ratedAnswers', 'meanConfidence', 'shareUp'] as const;
  return (
    <Section title={say('confidenceAgainstRatings')}>
      <p class="muted">{say('confidencePromise')}</p>
      <DataTable
        label={say('confidenceAgainstRatings')}
        heads={heads.map((head) => say(head))}
        empty={say('noRatings')}
        rows={figures.confidence.map(({ tenth, up, down, mean_confidence: mean }) => (
          <tr key={tenth}>
            <th scope="row">
              <Link to={rowsUrl({ tenth: String(tenth) })}>{`${tenth * 10}–${tenth * 10 + 10} %`}</Link>
            </th>
            <td class="figure">{count(up + down)}</td>
            <td class="figure">{percent(mean)}</td>
            <td class="figure">{percent(up / (up + down))}</td>
          </tr>
        ))}
      />
    </Section>
  );
}

function Times({ figures, rowsUrl }: FiguresProps) {
  const { say, name, count } = useInsightsWords();
  const { latency, degraded } = figures;
  const slowest = rowsUrl({ order: 'slowest' });
  const ms = (value: number | null) => (value === null ? '–' : say('milliseconds', { ms: count(value) }));
  return (
    <Section title={say('answerTimes')}>
      <dl class="figures">
        <div>
          <dt>{say('medianTime')}</dt>
          <dd>
            <Link to={slowest}>{ms(latency.p50_ms)}</Link>
          </dd>
        </div>
        <div>
          <dt>{say('ninetyFifth')}</dt>
          <dd>
            <Link to={slowest}>{ms(latency.p95_ms)}</Link>
          </dd>
        </div>
      </dl>
      <DataTable
        label={say('degradedPart')}
        heads={[say('degradedPart'), say('kind_all')]}
        empty={say('noDegraded')}
        rows={degraded.map(({ mark, questions }) => (
          <tr key={mark}>
            <th scope="row">
              <Link to={rowsUrl({ mark })}>{name('mark', mark)}</Link>
            </th>
            <td class="figure">{count(questions)}</td>
          </tr>
        ))}
      />
    </Section>
  );
}

function Cost({
  days,
  props: { since, until, rowsUrl },
}: {
  readonly days: readonly CostOfDay[];
  readonly props: FiguresProps;
}) {
  const { say, count } = useInsightsWords();
  const text = usePeriodText();
  const periods = periodsOf(days, since.slice(0, 10), until.slice(0, 10));
  const heads = ['timeSpan', 'modelCalls', 'tokens', 'cost'] as const;
  return (
    <Section title={say('modelCost')}>
      <DataTable
        label={say('modelCost')}
        heads={heads.map((head) => say(head))}
        empty={say('noCost')}
        rows={periods.map((period) => (
          <tr key={period.from}>
            <th scope="row">
              <Link to={rowsUrl({ since: startOf(period.from), until: startOf(period.until) })}>{text(period)}</Link>
            </th>
            <td class="figure">{count(sum(period.days.map((day) => day.calls)))}</td>
            <td class="figure">
              {count(sum(period.days.map((day) => day.input_tokens)))} /{' '}
              {count(sum(period.days.map((day) => day.output_tokens)))}
            </td>
            <td class="figure">{say('usd', { usd: sum(period.days.map((day) => day.usd)).toFixed(4) })}</td>
          </tr>
        ))}
      />
    </Section>
  );
}

/** The topics of the questions that somebody who may not change documents may read. */
function Missing({ figures }: Pick<FiguresProps, 'figures'>) {
  const { say } = useInsightsWords();
  return (
    <>
      <p class="muted">{say(figures.missing.length === 0 ? 'noMissingOfYours' : 'missingPromise')}</p>
      {figures.missing.map((topic) => (
        <Topic key={topic.question + topic.latest_at} topic={topic} />
      ))}
    </>
  );
}

/** All figures of a time. */
export function FiguresView(props: FiguresProps) {
  const { say } = useInsightsWords();
  const { may } = useRights();
  const { figures } = props;
  if (figures.questions.length === 0) return <p class="card calm">{say('noQuestions')}</p>;
  return (
    <>
      <Totals {...props} />
      <Section title={say('missingTopics')}>
        {may('ingest') ? <MissingGroups since={props.since} until={props.until} /> : <Missing figures={figures} />}
      </Section>
      <Trends {...props} />
      <Confidence {...props} />
      <Times {...props} />
      {figures.cost !== null && <Cost days={figures.cost} props={props} />}
      <CostShares figures={figures} />
    </>
  );
}
