import { useState } from 'preact/hooks';
import type { Improvement } from '../../api/improvements.js';
import { useSessionSpeech } from '../session-words.js';
import { DismissForm } from './dismiss-form.js';
import { canChange } from './improvement-groups.js';
import type { ImprovementWork, Together } from './improvement-work.js';

function Progress({ together }: { readonly together: Together }) {
  const { say } = useSessionSpeech();
  const { count, done, verified, failed } = together;
  if (done < count) return <>{say('verifiedOf', { done, count })}</>;
  return (
    <>
      {say('verifiedTogether', { count: count - failed, verified, rejected: count - failed - verified })}{' '}
      {failed > 0 && say('verifyFailed', { count: failed })}
    </>
  );
}

interface SelectionProps {
  readonly selected: readonly Improvement[];
  readonly work: ImprovementWork;
  readonly clear: () => void;
}

/** What can be done with the selected improvements together, and how far it is. */
export function SelectionBar({ selected, work, clear }: SelectionProps) {
  const { say } = useSessionSpeech();
  const [asks, setAsks] = useState(false);
  const { together } = work;
  const able = (change: 'verify' | 'dismiss') => selected.filter((item) => canChange(item, change)).map(({ id }) => id);
  const isVerifying = together !== undefined && together.done < together.count;
  const dismiss = async (reason: string) => {
    setAsks(false);
    const dismissed = await Promise.all(able('dismiss').map((id) => work.change(id, 'dismiss', reason)));
    if (dismissed.every((one) => one !== undefined)) clear();
  };
  return (
    <div class="selection">
      <p role="status">{together !== undefined && <Progress together={together} />}</p>
      {selected.length > 0 && (
        <div class="row start">
          <span>{say('selectedCount', { count: selected.length })}</span>
          <button
            type="button"
            disabled={isVerifying || able('verify').length === 0}
            onClick={() => void work.verifyAll(able('verify'))}
          >
            {say('verifySelected', { count: able('verify').length })}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={isVerifying || able('dismiss').length === 0}
            onClick={() => setAsks(true)}
          >
            {say('dismissSelected')}
          </button>
          <button type="button" class="quiet" onClick={clear}>
            {say('clearSelection')}
          </button>
        </div>
      )}
      {asks && selected.length > 0 && <DismissForm dismiss={dismiss} cancel={() => setAsks(false)} />}
    </div>
  );
}
