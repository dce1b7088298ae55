import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Scope, Source } from '../api/chat.js';
import { announce } from '../parts/announce.js';
import { Dialog } from '../parts/dialog.js';
import { Waiting } from '../parts/loaded.js';
import { go, replacePlace, usePlace } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { AskForm } from './ask-form.js';
import { ConversationList, conversationUrl } from './conversation-list.js';
import { type Conversation, NO_SCOPE, type Turn, useConversation } from './conversation.js';
import { useDraft } from './draft.js';
import { SourcePanel } from './sources.js';
import { TurnView } from './turn-view.js';
import { Welcome } from './welcome.js';

/** Passages that a wider search reads. */
const WIDER_TOP_K = 30;

const isLimited = ({ agentId, categories, asOf }: Scope) => agentId !== '' || categories.length > 0 || asOf !== '';

/** An earlier conversation is opened at its newest question. */
function useOpenedAtEnd({ turns, isLoading }: Pick<Conversation, 'turns' | 'isLoading'>): void {
  const wasLoading = useRef(false);
  useEffect(() => {
    const newest = turns.length > 1 ? turns.at(-1) : undefined;
    if (wasLoading.current && !isLoading && newest !== undefined)
      document.querySelector(`[data-turn="${newest.id}"]`)?.scrollIntoView();
    wasLoading.current = isLoading;
  }, [isLoading]);
}

/** Asks questions in the conversation with this id. */
function useAsking(id: string | undefined) {
  const { say } = useSpeech();
  const [scope, setScope] = useState<Scope>(NO_SCOPE);
  const [revision, setRevision] = useState(0);
  const onTurn = useCallback(
    ({ answer, state, conversationId }: Turn) => {
      if (answer !== undefined) announce(`${answer.response} ${say('sourcesCount', { count: answer.sources.length })}`);
      else announce(say(state === 'stopped' ? 'stopped' : 'didNotWork'));
      if (conversationId !== undefined) replacePlace(conversationUrl(conversationId));
      setRevision((count) => count + 1);
    },
    [say],
  );
  const conversation = useConversation(id, onTurn);
  useOpenedAtEnd(conversation);
  // A conversation that is opened again continues in the scope of its newest question.
  const { isLoading } = conversation;
  useEffect(() => {
    // A new conversation begins without the scope of the one before.
    if (id === undefined) setScope(NO_SCOPE);
    const newestScope = conversation.turns.at(-1)?.scope;
    if (id !== undefined && !isLoading && newestScope !== undefined) setScope(newestScope);
  }, [id, isLoading]);
  const ask = (message: string, within: Scope = scope, topK?: number) => {
    announce(say('searching'));
    conversation.send({ message, ...within, topK });
  };
  const retry = (turn: Turn) => {
    if (conversation.isRunning) return;
    conversation.remove(turn.id);
    ask(turn.question, turn.scope);
  };
  const newest = conversation.turns.at(-1);
  const widerThan = (turn: Turn) =>
    turn === newest
      ? {
          label: say(isLimited(turn.scope) ? 'askAllDocuments' : 'readMore'),
          search: () => ask(turn.question, NO_SCOPE, WIDER_TOP_K),
        }
      : undefined;
  const runningId = newest?.state === 'running' ? newest.id : undefined;
  useEffect(() => {
    // The question goes to the top, and the answer is read from its start while it grows.
    if (runningId !== undefined) document.querySelector(`[data-turn="${runningId}"]`)?.scrollIntoView();
  }, [runningId]);
  return { conversation, ask, retry, widerThan, scope, setScope, revision };
}

/** A link may suggest a question, which a person sends. */
function useSuggestion(suggested: string | null, write: (text: string) => void): void {
  useEffect(() => {
    if (suggested === null) return;
    write(suggested);
    replacePlace('/');
  }, [suggested]);
}

/** The page for questions. `?c=` names the conversation, `?q=` suggests a question for a new one. */
export function AskPage() {
  const { say } = useSpeech();
  const { parameters } = usePlace();
  const id = parameters.get('c') ?? undefined;
  const { conversation, ask, retry, widerThan, scope, setScope, revision } = useAsking(id);
  const [read, setRead] = useState<Source | undefined>();
  const [isListed, setIsListed] = useState(false);
  const [draft, write] = useDraft(id);
  const { turns, isLoading } = conversation;
  useSuggestion(id === undefined ? parameters.get('q') : null, write);
  // Another conversation closes the source and the list.
  useEffect(() => {
    setRead(undefined);
    setIsListed(false);
  }, [id]);
  const startNew = () => {
    // A question without an answer has no address to leave.
    if (id === undefined) conversation.reload();
    else go('/');
    setScope(NO_SCOPE);
    setIsListed(false);
  };
  const list = <ConversationList current={id} revision={revision} startNew={startNew} />;
  return (
    <div class={read === undefined ? 'asks' : 'asks reading'}>
      <nav class="conversations" aria-label={say('conversations')}>
        {list}
      </nav>
      <div class="ask">
        <p class="narrow">
          <button type="button" class="quiet" onClick={() => setIsListed(true)}>
            {say('conversations')}
          </button>
        </p>
        {isLoading && <Waiting />}
        {conversation.error !== undefined && <ProblemView error={conversation.error} retry={conversation.reload} />}
        {turns.length === 0 && id === undefined ? <Welcome ask={ask} /> : <h1 class="hush">{say('ask')}</h1>}
        <div class="turns">
          {turns.map((turn) => (
            <TurnView
              key={turn.id}
              turn={turn}
              read={setRead}
              current={read}
              retry={() => retry(turn)}
              wider={widerThan(turn)}
            />
          ))}
        </div>
        <AskForm ask={ask} conversation={conversation} text={draft} write={write} scope={scope} choose={setScope} />
      </div>
      {read !== undefined && <SourcePanel source={read} close={() => setRead(undefined)} />}
      {isListed && (
        <Dialog title={say('conversations')} close={() => setIsListed(false)} class="sheet">
          <nav class="conversations sheeted" aria-label={say('conversations')}>
            {list}
          </nav>
        </Dialog>
      )}
    </div>
  );
}
