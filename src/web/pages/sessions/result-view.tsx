import { sourceUrl } from '../ask/sources.js';
import { WhyThisAnswer } from '../ask/why-this-answer.js';
import { query } from '../api/call.js';
import { listResults, type Result } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { ServerText } from '../parts/server-text.js';
import { AttributionTable } from './attribution-table.js';
import { Claims } from './claims.js';
import { plainDetail } from './plain-detail.js';
import { sessionUrl } from './session-url.js';
import { usePersonaNames } from './persona-names.js';
import { useSessionSpeech } from './session-words.js';

/** Finds a result of a session page by page: the API has no route of a single result. */
async function findResult(id: string, resultId: string): Promise<Result | undefined> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listResults>> = await listResults(id, cursor);
    const found = page.items.find((result) => result.result_id === resultId);
    if (found !== undefined) return found;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return undefined;
}

function Asked({ id, result }: { readonly id: string; readonly result: Result }) {
  const { say, name, fixed } = useSessionSpeech();
  const personaNameOf = usePersonaNames(id);
  const { gold, intents } = result;
  const facts: readonly (readonly [string, string | null])[] = [
    [say('persona'), personaNameOf(result.persona_id)],
    [say('difficulty'), name('difficulty', result.difficulty)],
    [say('averageScore'), result.score === null ? null : say('scoreOf', { score: fixed(result.score) })],
    [say('failureType'), result.failure_type === null ? null : name('failure', result.failure_type)],
    [say('intentSurface'), intents.surface],
    [say('intentHidden'), intents.hidden],
    [say('intentBehavioral'), intents.behavioral],
    [say('requiredFacts'), gold.required_facts.length === 0 ? null : gold.required_facts.join(' · ')],
    [say('answerable'), say(gold.answerable ? 'yes' : 'no')],
  ];
  return (
    <dl class="figures">
      {facts.map(([label, value]) =>
        value === null || value === '' ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Gold({ result: { gold } }: { readonly result: Result }) {
  const { say } = useSessionSpeech();
  if (gold.document_id === null) return null;
  return (
    <section>
      <h2>{say('rightAnswer')}</h2>
      <p>
        <Link to={`/pages/documents${query({ id: gold.document_id })}`}>{gold.document_id}</Link>{' '}
        <span class="muted">{gold.section}</span>
      </p>
      {gold.quote !== null && <blockquote lang={languageOf(gold.quote)}>{gold.quote}</blockquote>}
    </section>
  );
}

function Given({ result }: { readonly result: Result }) {
  const { say, name } = useSessionSpeech();
  return (
    <section>
      <h2>{say('answer')}</h2>
      {result.error !== null && (
        <p class="note">
          <ServerText>{result.error}</ServerText>
        </p>
      )}
      <div class="card">
        {result.abstained && <p class="head">{say('noAnswer')}</p>}
        <p class="said" lang={languageOf(result.answer ?? '')}>
          {result.answer ?? say('notMeasured')}
        </p>
        <ul>
          {result.sources.map((source) => (
            <li key={source.n}>
              [{source.n}] <Link to={sourceUrl(source)}>{source.title ?? source.doc_id}</Link>
              <blockquote lang={languageOf(source.quote)}>{source.quote}</blockquote>
            </li>
          ))}
        </ul>
        {result.trace_id !== null && <WhyThisAnswer traceId={result.trace_id} latency={result.took_ms / 1000} />}
      </div>
      {result.reasons?.map((reason) => (
        <p key={reason} class="muted">
          <ServerText plain={(text) => plainDetail(text, name)}>{reason}</ServerText>
        </p>
      ))}
    </section>
  );
}

function Attempts({ result: { attempts } }: { readonly result: Result }) {
  const { say } = useSessionSpeech();
  if (attempts.length < 2) return null;
  return (
    <section>
      <h2>{say('attempts')}</h2>
      <ol>
        {attempts.map((attempt, i) => (
          <li key={i}>
            <details>
              <summary>{say('attemptNumber', { n: i + 1 })}</summary>
              <p class="said">{attempt.answer ?? say('notMeasured')}</p>
              <Claims claims={attempt.fact_checks} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** One question of a session, with each claim of its answer and the deciding quotes. */
export function ResultView({ id, resultId }: { readonly id: string; readonly resultId: string }) {
  const { say } = useSessionSpeech();
  const loaded = useLoaded(() => findResult(id, resultId).then((result) => ({ result })), [id, resultId]);
  return (
    <Loaded of={loaded}>
      {({ result }) => (
        <>
          <p>
            <Link to={sessionUrl(id)}>‹ {say('session')}</Link>
          </p>
          {result === undefined ? (
            <p class="card">{say('noSuchResult')}</p>
          ) : (
            <>
              <div class="row start">
                <h1 lang={languageOf(result.query)}>{result.query}</h1>
                <Badge group="verdict" value={result.verdict} />
              </div>
              <Asked id={id} result={result} />
              <Given result={result} />
              <section>
                <h2>{say('claims')}</h2>
                <Claims claims={result.fact_checks} />
              </section>
              <Gold result={result} />
              <Attempts result={result} />
              <AttributionTable attribution={result.attribution} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}
