import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Source } from '../api/chat.js';
import { announce } from '../parts/announce.js';
import { useSpeech } from '../words/language.js';
import { AskForm } from './ask-form.js';
import { type Turn, useConversation } from './conversation.js';
import { SourceReader } from './source-reader.js';
import { TurnView } from './turn-view.js';

const EXAMPLES = [
  { lang: 'ko', text: '휴학 신청은 언제까지 해야 하나요?' },
  { lang: 'en', text: 'How often are Granite restores rehearsed?' },
  { lang: 'ko', text: '연구년은 몇 년 근속하면 신청할 수 있나요?' },
] as const;

function Welcome({ ask }: { readonly ask: (text: string) => void }) {
  const { say } = useSpeech();
  return (
    <section class="welcome">
      <h1>{say('askTheDocuments')}</h1>
      <p>{say('askPromise')}</p>
      <p class="muted">{say('forExample')}</p>
      <div class="examples">
        {EXAMPLES.map(({ lang, text }) => (
          <button key={text} type="button" lang={lang} onClick={() => ask(text)}>
            {text}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The page for questions. */
export function AskPage() {
  const { say } = useSpeech();
  const [agentId, setAgentId] = useState('');
  const [asOf, setAsOf] = useState('');
  const [read, setRead] = useState<Source | undefined>();
  const end = useRef<HTMLDivElement>(null);
  const tell = useCallback(
    ({ answer, state }: Turn) => {
      if (answer !== undefined) announce(`${answer.response} ${say('sourcesCount', { count: answer.sources.length })}`);
      else announce(say(state === 'stopped' ? 'stopped' : 'didNotWork'));
    },
    [say],
  );
  const conversation = useConversation(tell);
  const ask = (message: string) => {
    announce(say('searching'));
    conversation.send({ message, agentId, asOf });
  };
  const { turns } = conversation;
  useEffect(() => {
    if (turns.length > 0) end.current?.previousElementSibling?.lastElementChild?.scrollIntoView();
  }, [turns.length]);
  const retry = (turn: Turn) => {
    if (conversation.isRunning) return;
    conversation.remove(turn.id);
    ask(turn.question);
  };
  const choose = (chosen: string) => {
    setAgentId(chosen);
    conversation.restart();
  };
  return (
    <div class="ask">
      {turns.length === 0 ? <Welcome ask={ask} /> : <h1 class="hush">{say('ask')}</h1>}
      <div class="turns">
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} read={setRead} retry={() => retry(turn)} />
        ))}
      </div>
      <div ref={end} />
      <AskForm ask={ask} conversation={conversation} options={{ agentId, choose, asOf, setAsOf }} />
      {read !== undefined && <SourceReader source={read} close={() => setRead(undefined)} />}
    </div>
  );
}
