import { useEffect, useRef } from 'preact/hooks';
import { fieldOf } from '../../parts/form-field.js';
import { useSessionSpeech } from '../session-words.js';

/** The limit of the API. */
const MOST_REASON = 1000;

interface DismissFormProps {
  readonly dismiss: (reason: string) => Promise<void>;
  readonly cancel: () => void;
}

/** Asks why one improvement or several are not wanted. */
export function DismissForm({ dismiss, cancel }: DismissFormProps) {
  const { say, name } = useSessionSpeech();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (event: Event) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const reason = fieldOf(new FormData(event.currentTarget), 'reason');
    if (reason !== '') void dismiss(reason);
  };
  return (
    <form class="note" onSubmit={send}>
      <label>
        {say('dismissReason')}
        <textarea ref={field} name="reason" rows={2} maxLength={MOST_REASON} required />
      </label>
      <p class="facts">{say('dismissReasonHint')}</p>
      <div class="row start">
        <button>{name('change', 'dismiss')}</button>
        <button type="button" class="quiet" onClick={cancel}>
          {say('cancel')}
        </button>
      </div>
    </form>
  );
}
