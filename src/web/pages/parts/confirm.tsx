import { useState } from 'preact/hooks';
import { useSpeech } from '../words/language.js';
import { ProblemView } from './problem.js';

interface ConfirmProps {
  /** Name of the button that asks, and of the one that confirms. */
  readonly label: string;
  /** What follows. */
  readonly question: string;
  readonly act: () => Promise<unknown>;
  readonly done: () => void;
}

/** A button that says what follows before it acts, and shows why it failed. */
export function Confirm({ label, question, act, done }: ConfirmProps) {
  const { say } = useSpeech();
  const [state, setState] = useState<'calm' | 'asks' | 'acts'>('calm');
  const [error, setError] = useState<unknown>(undefined);
  const confirm = () => {
    setState('acts');
    setError(undefined);
    act()
      .then(done, setError)
      .finally(() => setState('calm'));
  };
  return (
    <>
      {state !== 'asks' ? (
        <button type="button" class="quiet" disabled={state === 'acts'} onClick={() => setState('asks')}>
          {label}
        </button>
      ) : (
        <span class="note row start" role="alertdialog" aria-label={question}>
          {question}
          <button type="button" class="quiet" onClick={confirm}>
            {label}
          </button>
          <button type="button" class="quiet" onClick={() => setState('calm')}>
            {say('cancel')}
          </button>
        </span>
      )}
      {error !== undefined && <ProblemView error={error} />}
    </>
  );
}
