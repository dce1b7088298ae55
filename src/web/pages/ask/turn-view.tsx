import type { Answer, Nearest, Source } from '../api/chat.js';
import { Meter } from '../parts/charts.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { CitedText } from './cited-text.js';
import type { Turn } from './conversation.js';
import { SourceCard } from './source-card.js';
import { sourceUrl } from './source-url.js';
import { Thumbs } from './thumbs.js';
import { WhyThisAnswer } from './why-this-answer.js';

/** Calibrated confidence from which an answer is called high or medium. */
const HIGH = 0.8;
const MEDIUM = 0.5;

function Confidence({ value }: { readonly value: number }) {
  const { name } = useSpeech();
  const level = value >= HIGH ? 'high' : value >= MEDIUM ? 'medium' : 'low';
  return <Meter label={name('confidence', level)} value={value} level={level} />;
}

/** Categories to search after an abstention; marked as no answer. */
function NearestPlaces({ places }: { readonly places: readonly Nearest[] }) {
  const { say } = useSpeech();
  return (
    <div class="nearest">
      <p class="muted">{say('nearestPlaces')}</p>
      <ul>
        {places.map(({ doc_id: id, chunk_id: chunk, title, section }) => (
          <li key={chunk} lang={languageOf(title)}>
            <Link to={sourceUrl({ doc_id: id, start: null, end: null })}>{title}</Link>
            {section !== null && <span class="muted"> {section.replaceAll(' > ', ' › ')}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface AnswerProps {
  readonly question: string;
  readonly answer: Answer;
  readonly read: (source: Source) => void;
}

function AnswerView({ question, answer, read }: AnswerProps) {
  const { say } = useSpeech();
  const { metadata, sources } = answer;
  // A greeting is answered without the documents and is not an abstention.
  const isAbstention = metadata.abstained && metadata.intent !== 'general';
  return (
    <>
      <section class={isAbstention ? 'card answer calm' : 'card answer'} data-abstained={isAbstention}>
        {isAbstention && <p class="head">{say('noAnswer')}</p>}
        {metadata.degraded.length > 0 && (
          <p class="note">
            {metadata.degraded_reasons?.map(({ message }) => message).join(' ') ??
              say('answeredWithout', { parts: metadata.degraded.join(', ') })}
          </p>
        )}
        <CitedText answer={answer} read={read} />
        {isAbstention && <p class="muted">{say('tryOtherWords')}</p>}
        {isAbstention && metadata.nearest !== null && <NearestPlaces places={metadata.nearest} />}
        {metadata.completed_question !== null && (
          <p class="muted">{say('understoodAs', { question: metadata.completed_question })}</p>
        )}
        {metadata.needs_review === true && <p class="note">{say('needsReview')}</p>}
        <div class="row">
          {!metadata.abstained && <Confidence value={metadata.calibrated_confidence} />}
          <Thumbs question={question} answer={answer} />
        </div>
        <WhyThisAnswer traceId={metadata.trace_id} latency={answer.latency} />
      </section>
      {sources.length > 0 && (
        <>
          <h3 class="muted">{say('sourcesCount', { count: sources.length })}</h3>
          <ol class="sources">
            {sources.map((source) => (
              <SourceCard key={source.n} source={source} read={read} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Writing({ turn }: { readonly turn: Turn }) {
  const { say, name } = useSpeech();
  return (
    <section class="card answer" aria-busy="true">
      {turn.draft !== '' && <p class="said">{turn.draft}</p>}
      <p class="wait">
        <i aria-hidden="true" />
        {turn.step === undefined ? say('searching') : name('step', turn.step)}
      </p>
    </section>
  );
}

interface TurnProps {
  readonly turn: Turn;
  readonly read: (source: Source) => void;
  readonly retry: () => void;
}

/** A question and its streamed answer. */
export function TurnView({ turn, read, retry }: TurnProps) {
  const { say } = useSpeech();
  const { state, answer } = turn;
  return (
    <article class="turn" data-state={state}>
      <h2 class="question" lang={languageOf(turn.question)}>
        {turn.question}
      </h2>
      {turn.asOf !== '' && <p class="muted limit">{say('asOfDay', { day: turn.asOf })}</p>}
      {state === 'running' && <Writing turn={turn} />}
      {answer !== undefined && <AnswerView question={turn.question} answer={answer} read={read} />}
      {state === 'failed' && <ProblemView error={turn.error} retry={retry} />}
      {state === 'stopped' && (
        <section class="card answer calm">
          {turn.draft !== '' && <p class="said">{turn.draft}</p>}
          <p class="muted">{say('stopped')}</p>
          <button type="button" class="quiet" onClick={retry}>
            {say('askAgain')}
          </button>
        </section>
      )}
    </article>
  );
}
