import { useState } from 'preact/hooks';
import { endShare, listShares, type Share, shareConversation } from '../api/conversations.js';
import { announce } from '../parts/announce.js';
import { copyText } from '../parts/copy-button.js';
import { Confirm } from '../parts/confirm.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

interface LinkRowProps {
  readonly conversationId: string;
  readonly share: Share;
  readonly ended: () => void;
}

function LinkRow({ conversationId, share, ended }: LinkRowProps) {
  const { say, time } = useSpeech();
  const { share_id: id, url, trace_ids: answers, created_at: at } = share;
  return (
    <li class="row" data-share={id}>
      <label class="linked grow">
        {say('linkOf', { count: answers.length, time: time(at) })}
        <input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <Confirm
        label={say('endLink')}
        question={say('endLinkQuestion')}
        act={() => endShare(conversationId, id)}
        done={ended}
      />
    </li>
  );
}

/** Shares a whole conversation by a link, lists its links and ends them. */
export function ShareLinks({ conversationId }: { readonly conversationId: string }) {
  const { say } = useSpeech();
  const links = useLoaded(() => listShares(conversationId), [conversationId]);
  const [outcome, setOutcome] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const share = async () => {
    const { url } = await shareConversation(conversationId);
    links.reload();
    const words = say((await copyText(url)) ? 'linkCopied' : 'linkMade');
    setOutcome(words);
    announce(words);
  };
  const start = () => {
    setError(undefined);
    share().catch(setError);
  };
  return (
    <>
      <p class="muted">{say('sharePromise')}</p>
      <button type="button" class="main" onClick={start}>
        {say('makeLink')}
      </button>
      {outcome !== '' && <p class="note">{outcome}</p>}
      {error !== undefined && <ProblemView error={error} />}
      <h3>{say('ownLinks')}</h3>
      <Loaded of={links}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="muted">{say('noLinks')}</p>
          ) : (
            <ul>
              {items.map((one) => (
                <LinkRow key={one.share_id} conversationId={conversationId} share={one} ended={links.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
