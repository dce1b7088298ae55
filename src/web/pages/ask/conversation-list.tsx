import { useEffect, useState } from 'preact/hooks';
import {
  type ConversationSummary,
  deleteConversation,
  exportUrl,
  listConversations,
  renameConversation,
} from '../api/conversations.js';
import { download } from '../api/download.js';
import { query } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded } from '../parts/loaded.js';
import { Menu } from '../parts/menu.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { dropDraft, useDraftPlace } from './draft.js';
import { ShareLinks } from './share-links.js';

export const conversationUrl = (id: string | undefined) => `/${query({ c: id })}`;

interface ItemProps {
  readonly one: ConversationSummary;
  readonly isCurrent: boolean;
  readonly changed: () => void;
}

function Rename({ one, done }: { readonly one: ConversationSummary; readonly done: () => void }) {
  const { say } = useSpeech();
  const [title, setTitle] = useState(one.title);
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event) => {
    event.preventDefault();
    // Without a title it is made from the first question again.
    renameConversation(one.id, title.trim() === '' ? null : title).then(done, setError);
  };
  return (
    <form onSubmit={submit} class="renaming">
      <label>
        {say('titleField')}
        <input
          value={title}
          maxLength={200}
          onInput={(event) => setTitle(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') done();
          }}
        />
      </label>
      <button class="quiet">{say('save')}</button>
      <button type="button" class="quiet" onClick={done}>
        {say('cancel')}
      </button>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}

function DeleteQuestion({ remove, cancel }: { readonly remove: () => void; readonly cancel: () => void }) {
  const { say } = useSpeech();
  return (
    <div class="note" role="alertdialog" aria-label={say('deleteConversation')}>
      <p>{say('deleteConversation')}</p>
      <button type="button" class="quiet" onClick={remove}>
        {say('deleteWord')}
      </button>{' '}
      <button type="button" class="quiet" onClick={cancel}>
        {say('cancel')}
      </button>
    </div>
  );
}

function ShareDialog({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { say } = useSpeech();
  return (
    <Dialog title={say('shareConversation')} close={close}>
      <ShareLinks conversationId={id} />
    </Dialog>
  );
}

function Item({ one, isCurrent, changed }: ItemProps) {
  const { say, time } = useSpeech();
  const [doing, setDoing] = useState<'rename' | 'delete' | 'share' | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const drafts = useDraftPlace();
  const remove = () => {
    deleteConversation(one.id).then(() => {
      setDoing(undefined);
      dropDraft(drafts, one.id);
      if (isCurrent) go('/');
      changed();
    }, setError);
  };
  const save = (format: 'markdown' | 'json') => {
    download(exportUrl(one.id, format)).catch(setError);
  };
  const ended = () => {
    setDoing(undefined);
    changed();
  };
  return (
    <li>
      <div class="node">
        <Link
          to={conversationUrl(one.id)}
          class="grow"
          lang={languageOf(one.title)}
          {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
        >
          {one.title === '' ? say('untitled') : one.title}
        </Link>
        <Menu label={say('actionsFor', { title: one.title })}>
          <p class="facts">
            {time(one.updated_at)} · {say('questionsCount', { count: one.turns })}
          </p>
          <button type="button" class="link" onClick={() => setDoing('rename')}>
            {say('rename')}
          </button>
          <button type="button" class="link" onClick={() => setDoing('share')}>
            {say('shareConversation')}
          </button>
          {(['markdown', 'json'] as const).map((format) => (
            <button key={format} type="button" class="link" onClick={() => save(format)}>
              {say('exportAs', { format: say(`report_${format}`) })}
            </button>
          ))}
          <button type="button" class="link" onClick={() => setDoing('delete')}>
            {say('deleteWord')}
          </button>
        </Menu>
      </div>
      {doing === 'rename' && <Rename one={one} done={ended} />}
      {doing === 'share' && <ShareDialog id={one.id} close={() => setDoing(undefined)} />}
      {doing === 'delete' && <DeleteQuestion remove={remove} cancel={() => setDoing(undefined)} />}
      {error !== undefined && <ProblemView error={error} />}
    </li>
  );
}

interface ListProps {
  readonly current: string | undefined;
  /** Changes when a question was answered. */
  readonly revision: number;
  readonly startNew: () => void;
}

/** The conversations of the key: newest first, searched by title and question. */
export function ConversationList({ current, revision, startNew }: ListProps) {
  const { say } = useSpeech();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  // Another tab may have asked meanwhile.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') setChanges((count) => count + 1);
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, []);
  const { items, more } = useListed((cursor) => listConversations(words, cursor), [words, changes, revision]);
  return (
    <>
      <button type="button" class="quiet" onClick={startNew}>
        {say('newConversation')}
      </button>
      <label>
        {say('searchConversations')}
        <input type="search" maxLength={200} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <Loaded of={items}>
        {(conversations) =>
          conversations.length === 0 ? (
            <p class="muted">{say(words === '' ? 'noConversations' : 'nothingFound')}</p>
          ) : (
            <ul>
              {conversations.map((one) => (
                <Item
                  key={one.id}
                  one={one}
                  isCurrent={one.id === current}
                  changed={() => setChanges((count) => count + 1)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
