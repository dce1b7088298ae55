import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, type Source } from '../../api/chat.js';
import { deleteConversation } from '../../api/conversations.js';
import { Confidence } from '../../ask/answer-actions.js';
import { AnswerText } from '../../ask/answer-text.js';
import { afterEvent, NO_SCOPE, type Turn } from '../../ask/conversation.js';
import { SourceChips, sourceUrl } from '../../ask/sources.js';
import { serverUrl } from '../../parts/base-path.js';
import { fieldOf } from '../../parts/form-field.js';
import { pathText, sectionText } from '../../parts/labels.js';
import { languageOf } from '../../parts/language-of.js';
import { ProblemView } from '../../parts/problem.js';
import { useAgents } from './agents-words.js';

/** A stored agent, or the categories of the form. */
export interface Tried {
  /** Empty where the form was changed. */
  readonly agentId: string;
  readonly categories: readonly (readonly string[])[];
  readonly topK: number | undefined;
}

function SourceQuote({ source }: { readonly source: Source }) {
  const { say } = useAgents();
  return (
    <section class="card calm" data-source={source.n}>
      <p class="facts">
        <span>{pathText(source.canonical_path)}</span>
        {source.section !== null && <span lang={languageOf(source.section)}>{sectionText(source.section)}</span>}
      </p>
      <blockquote lang={languageOf(source.quote)}>{source.quote}</blockquote>
      <a href={serverUrl(sourceUrl(source))} target="_blank" rel="noopener">
        {say('openDocument')}
      </a>
    </section>
  );
}

function TriedAnswer({ turn }: { readonly turn: Turn }) {
  const { say } = useAgents();
  const [read, setRead] = useState<Source | undefined>(undefined);
  const { answer, draft } = turn;
  if (turn.error !== undefined) return <ProblemView error={turn.error} />;
  if (answer === undefined)
    return (
      <p class="wait" role="status">
        {draft === '' ? say('searching') : draft}
      </p>
    );
  return (
    <div class="answer" data-abstained={answer.abstained}>
      {answer.abstained && <p class="head">{say('noAnswer')}</p>}
      {answer.degradation !== undefined && <p class="note">{answer.degradation}</p>}
      <AnswerText answer={answer} sources={answer.sources} read={setRead} />
      {answer.sources.length > 0 && <SourceChips sources={answer.sources} read={setRead} current={read} />}
      {read !== undefined && <SourceQuote source={read} />}
      {answer.needsReview && <p class="note">{say('needsReview')}</p>}
      {!answer.abstained && answer.confidence !== undefined && <Confidence value={answer.confidence} />}
    </div>
  );
}

/** Asks one question as the agent answers it. Its conversation is deleted after the answer. */
export function TryAgent({ tried }: { readonly tried: Tried }) {
  const { say } = useAgents();
  const [turn, setTurn] = useState<Turn | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const follow = async (first: Turn, controller: AbortController) => {
    let last = first;
    const show = (next: Turn) => {
      last = next;
      if (running.current === controller) setTurn(next);
    };
    show(first);
    const { question: message } = first;
    const asked = { ...tried, message, conversationId: undefined, asOf: '' };
    try {
      for await (const event of ask(asked, controller.signal)) show(afterEvent(last, event));
    } catch (error) {
      show({ ...last, state: 'failed', error });
    }
    if (last.conversationId !== undefined) await deleteConversation(last.conversationId).catch(() => undefined);
  };
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const question = fieldOf(new FormData(event.currentTarget), 'question');
    const empty = { draft: '', step: undefined, answer: undefined, conversationId: undefined, error: undefined };
    void follow({ ...empty, id: `try-${performance.now()}`, question, scope: NO_SCOPE, state: 'running' }, controller);
  };
  const isReady = tried.agentId !== '' || tried.categories.length > 0;
  return (
    <section class="card" aria-label={say('tryAgent')} data-part="try">
      <h2>{say('tryAgent')}</h2>
      <p class="muted">{say(tried.agentId === '' ? 'triesForm' : 'triesAgent')}</p>
      <form class="fields" onSubmit={submit}>
        <label class="whole-row">
          {say('yourQuestion')}
          <textarea name="question" rows={2} required maxLength={2000} />
        </label>
        <button class="main" disabled={!isReady}>
          {say('ask')}
        </button>
      </form>
      {turn !== undefined && <TriedAnswer key={turn.id} turn={turn} />}
    </section>
  );
}
