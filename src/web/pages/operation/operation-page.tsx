import { type Health, type Index, readHealth, readIndex, readSummary } from '../api/operation.js';
import { Badge } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { ServerText } from '../parts/server-text.js';
import { useSpeech } from '../words/language.js';
import { SummaryView } from './summary-view.js';

function Components({ health }: { readonly health: Health }) {
  const { say, name } = useSpeech();
  const components = Object.entries(health.components ?? {});
  if (components.length === 0) return <p class="muted">{say('healthNeedsKey')}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={say('parts')}>
      <table>
        <caption>{say('parts')}</caption>
        <thead>
          <tr>
            {(['component', 'status', 'details', 'duration'] as const).map((head) => (
              <th key={head} scope="col">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {components.map(([part, { status, detail, latency_ms: ms }]) => (
            <tr key={part}>
              <th scope="row">{name('part', part)}</th>
              <td>
                <Badge group="status" value={status} />
              </td>
              <td>{detail !== null && <ServerText>{detail}</ServerText>}</td>
              <td class="figure">{ms === null ? '–' : `${ms.toFixed(1)} ms`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HealthFigures({ health }: { readonly health: Health }) {
  const { say, count } = useSpeech();
  const { performance } = health;
  const facts: readonly (readonly [string, string | undefined])[] = [
    [say('versionWord'), health.version ?? undefined],
    [say('uptime'), health.uptime_s === null ? undefined : `${(health.uptime_s / 3600).toFixed(1)} h`],
    [say('requests'), performance === null ? undefined : count(performance.requests)],
    ['p50', performance === null ? undefined : `${performance.p50_ms.toFixed(1)} ms`],
    ['p95', performance === null ? undefined : `${performance.p95_ms.toFixed(1)} ms`],
    [say('memory'), performance === null ? undefined : `${performance.memory_mb} MB`],
  ];
  return (
    <dl class="figures">
      {facts.map(([label, value]) =>
        value === undefined ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function IndexFigures({ index }: { readonly index: Index }) {
  const { say, count } = useSpeech();
  const facts: readonly (readonly [string, string])[] = [
    [say('documents'), count(index.documents)],
    [say('passages'), count(index.chunks)],
    [say('embedding'), `${index.embedding.model} (${index.embedding.dimensions})`],
    [say('size'), `${(index.size_bytes / 1024 / 1024).toFixed(1)} MB`],
    [say('stale'), say(index.stale ? 'yes' : 'no')],
  ];
  return (
    <dl class="figures">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Health, latency, degradations and costs of the service. */
export function OperationPage() {
  const { say } = useSpeech();
  const health = useLoaded(readHealth, []);
  const index = useLoaded(readIndex, []);
  const summary = useLoaded(async () => ({ figures: await readSummary() }), []);
  const reload = () => {
    health.reload();
    index.reload();
    summary.reload();
  };
  return (
    <>
      <div class="row">
        <h1>{say('operation')}</h1>
        <button type="button" class="quiet" onClick={reload}>
          {say('refresh')}
        </button>
      </div>
      <Loaded of={health}>
        {(value) => (
          <section>
            <div class="row start">
              <h2>{say('health')}</h2>
              <Badge group="status" value={value.status} />
            </div>
            <HealthFigures health={value} />
            <Components health={value} />
          </section>
        )}
      </Loaded>
      <section>
        <h2>{say('figures')}</h2>
        <Loaded of={summary}>{({ figures }) => <SummaryView figures={figures} />}</Loaded>
      </section>
      <section>
        <h2>{say('index')}</h2>
        <Loaded of={index}>{(value) => <IndexFigures index={value} />}</Loaded>
      </section>
    </>
  );
}
