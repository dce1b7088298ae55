import { useEffect, useRef } from 'preact/hooks';
import { readAgents, type Scope } from '../api/chat.js';
import { pathsOf, readTree } from '../api/documents.js';
import { labelsOf, pathText } from '../parts/labels.js';
import { useLoaded } from '../parts/loaded.js';
import { useSpeech } from '../words/language.js';
import type { Conversation } from './conversation.js';

interface ScopeProps {
  readonly scope: Scope;
  readonly choose: (scope: Scope) => void;
}

function CategoryChips({ scope, choose }: ScopeProps) {
  const { say } = useSpeech();
  const paths = pathsOf(useLoaded(readTree, []).value?.nodes ?? []);
  const { categories } = scope;
  const chosen = categories.map(pathText);
  const add = (path: readonly string[]) => {
    if (path.length > 0) choose({ ...scope, categories: [...categories, path] });
  };
  return (
    <>
      {categories.map((path, i) => (
        <button
          key={pathText(path)}
          type="button"
          class="chip"
          data-set="true"
          aria-label={say('removeCategory', { category: pathText(path) })}
          onClick={() => choose({ ...scope, categories: categories.filter((_, at) => at !== i) })}
        >
          {pathText(path)} <span aria-hidden="true">×</span>
        </button>
      ))}
      {paths.length > 0 && (
        <select
          class="chip"
          aria-label={say('addCategory')}
          value=""
          onChange={(event) => add(labelsOf(event.currentTarget.value))}
        >
          <option value="">{say(categories.length === 0 ? 'categoryAny' : 'addCategory')}</option>
          {paths
            .filter((path) => !chosen.includes(pathText(path)))
            .map((path) => (
              <option key={pathText(path)} value={JSON.stringify(path)}>
                {pathText(path)}
              </option>
            ))}
        </select>
      )}
    </>
  );
}

/** Agent, categories and day of the next questions, as chips. */
function ScopeChips({ scope, choose }: ScopeProps) {
  const { say } = useSpeech();
  const agents = useLoaded(readAgents, []).value?.items ?? [];
  const { agentId, asOf } = scope;
  return (
    <div class="chips" role="group" aria-label={say('options')}>
      {agents.length > 0 && (
        <select
          class="chip"
          aria-label={say('agent')}
          data-set={agentId !== ''}
          value={agentId}
          onChange={(event) => choose({ ...scope, agentId: event.currentTarget.value })}
        >
          <option value="">{say('agentAny')}</option>
          {agents.map((agent) => (
            <option key={agent.agent_id} value={agent.agent_id}>
              {agent.name}
            </option>
          ))}
        </select>
      )}
      <CategoryChips scope={scope} choose={choose} />
      <label class="chip" data-set={asOf !== ''}>
        {say('asOf')}{' '}
        <input type="date" value={asOf} onInput={(event) => choose({ ...scope, asOf: event.currentTarget.value })} />
      </label>
    </div>
  );
}

interface AskFormProps extends ScopeProps {
  readonly ask: (text: string) => void;
  readonly conversation: Conversation;
  readonly text: string;
  readonly write: (text: string) => void;
}

/** The question field: Enter sends, Shift+Enter inserts a line break. */
export function AskForm({ ask, conversation, text, write, scope, choose }: AskFormProps) {
  const { say } = useSpeech();
  const field = useRef<HTMLTextAreaElement>(null);
  const { isRunning, stop } = conversation;
  useEffect(() => {
    // On a touch screen the focus would open the keyboard over the page.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    const question = text.trim();
    if (question === '' || isRunning) return;
    write('');
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
          onInput={(event) => write(event.currentTarget.value)}
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
      <ScopeChips scope={scope} choose={choose} />
    </footer>
  );
}
