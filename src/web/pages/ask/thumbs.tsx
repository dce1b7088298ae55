import { useState } from 'preact/hooks';
import { type Answer, rate, type Thumb } from '../api/chat.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

/** Whether an answer helped. */
export function Thumbs({ question, answer }: { readonly question: string; readonly answer: Answer }) {
  const { say } = useSpeech();
  const [given, setGiven] = useState<Thumb | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const give = (thumb: Thumb) => () => {
    setError(undefined);
    rate(question, answer, thumb).then(() => setGiven(thumb), setError);
  };
  return (
    <span class="thumbs" role="group" aria-label={say('didThisHelp')}>
      <button type="button" class="quiet" aria-pressed={given === 'thumbs_up'} onClick={give('thumbs_up')}>
        <span aria-hidden="true">👍</span> {say('helped')}
      </button>
      <button type="button" class="quiet" aria-pressed={given === 'thumbs_down'} onClick={give('thumbs_down')}>
        <span aria-hidden="true">👎</span> {say('didNotHelp')}
      </button>
      {given !== undefined && <span role="status">{say('thankYou')}</span>}
      {error !== undefined && <ProblemView error={error} />}
    </span>
  );
}
