import { useEffect, useRef, useState } from 'preact/hooks';
import { readAgents } from '../api/chat.js';
import { useLoaded } from '../parts/loaded.js';
import { useSpeech } from '../words/language.js';
import type { Conversation } from './conversation.js';

interface Options {
  readonly agentId: string;
  readonly choose: (agentId: string) => void;
  readonly asOf: string;
  readonly setAsOf: (day: string) => void;
}

function AskOptions({ agentId, choose, asOf, setAsOf }: Options) {
  const { say } = useSpeech();
  const agents = useLoaded(readAgents, []).value?.items ?? [];
  return (
    <details class="options">
      <summary>{say('options')}</summary>
      <div class="fields">
        <label>
          {say('agent')}
          <select value={agentId} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{say('noAgent')}</option>
            {agents.map((agent) => (
              <option key={agent.agent_id} value={agent.agent_id}>
                {agent.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say('asOf')}
          <input type="date" value={asOf} onInput={(event) => setAsOf(event.currentTarget.value)} />
        </label>
      </div>
    </details>
  );
}

interface AskFormProps {
  readonly ask: (text: string) => void;
  readonly conversation: Conversation;
  readonly options: Options;
}

/** The question field: Enter sends, Shift+Enter inserts a line break. */
export function AskForm({ ask, conversation, options }: AskFormProps) {
  const { say } = useSpeech();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { isRunning, stop, restart, turns } = conversation;
  useEffect(() => {
    // On a touch screen the focus would open the keyboard over the page.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    const question = text.trim();
    if (question === '' || isRunning) return;
    setText('');
    ask(question);
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    // Enter may only commit a Korean syllable of the input method.
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
  };
  return (
    <footer class="asking">
      <form onSubmit={submit}>
        <label class="hush" for="message">
          {say('yourQuestion')}
        </label>
        <textarea
          id="message"
          ref={field}
          rows={2}
          maxLength={4000}
          placeholder={say('askPlaceholder')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
        {isRunning ? (
          <button type="button" class="main" onClick={stop}>
            {say('stop')}
          </button>
        ) : (
          <button class="main">{say('ask')}</button>
        )}
      </form>
      <div class="below">
        <AskOptions {...options} />
        {turns.length > 0 && (
          <button type="button" class="quiet" onClick={restart}>
            {say('newConversation')}
          </button>
        )}
      </div>
    </footer>
  );
}
