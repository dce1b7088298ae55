import type { Source } from '../api/chat.js';
import { pathText } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { AnswerText } from './answer-text.js';
import { AnswerView, type WiderSearch } from './answer-view.js';
import type { Turn } from './conversation.js';

const nothing = () => undefined;

/** The answer so far; the numbers of its sources are not known yet. */
function Draft({ text }: { readonly text: string }) {
  const answer = { response: text, citations: [], language: languageOf(text) };
  return <AnswerText answer={answer} sources={[]} read={nothing} />;
}

function Writing({ turn }: { readonly turn: Turn }) {
  const { say, name } = useSpeech();
  return (
    <section class="card answer" aria-busy="true">
      {turn.draft !== '' && <Draft text={turn.draft} />}
      <p class="wait">
        <i aria-hidden="true" />
        {turn.step === undefined ? say('searching') : name('step', turn.step)}
      </p>
    </section>
  );
}

/** What the question was limited to. */
function Limits({ turn }: { readonly turn: Turn }) {
  const { say } = useSpeech();
  const { categories, asOf } = turn.scope;
  const limits = [...categories.map(pathText), ...(asOf === '' ? [] : [say('asOfDay', { day: asOf })])];
  return limits.length === 0 ? null : <p class="muted limit">{limits.join(' · ')}</p>;
}

interface TurnProps {
  readonly turn: Turn;
  readonly read: (source: Source) => void;
  readonly current: Source | undefined;
  readonly retry: () => void;
  readonly wider: WiderSearch | undefined;
}

/** A question and its streamed answer. */
export function TurnView({ turn, read, current, retry, wider }: TurnProps) {
  const { say } = useSpeech();
  const { state, answer } = turn;
  return (
    <article class="turn" data-state={state} data-turn={turn.id}>
      <h2 class="question" lang={languageOf(turn.question)}>
        {turn.question}
      </h2>
      <Limits turn={turn} />
      {state === 'running' && <Writing turn={turn} />}
      {answer !== undefined && (
        <AnswerView
          question={turn.question}
          answer={answer}
          conversationId={turn.conversationId}
          read={read}
          current={current}
          wider={wider}
        />
      )}
      {state === 'failed' && <ProblemView error={turn.error} retry={retry} />}
      {state === 'stopped' && (
        <section class="card answer calm">
          {turn.draft !== '' && <Draft text={turn.draft} />}
          <p class="muted">{say('stopped')}</p>
          <button type="button" class="quiet" onClick={retry}>
            {say('askAgain')}
          </button>
        </section>
      )}
    </article>
  );
}
