import { useState } from 'preact/hooks';
import { type Answer, rate, type Thumb } from '../api/chat.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

/** Drawn as SVG, since not every device has a font for it. */
function ThumbIcon({ isDown = false }: { readonly isDown?: boolean }) {
  return (
    <svg class={isDown ? 'icon down' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 10h4v11H3zM9 10l4-8c1.7 0 3 1.3 3 3l-1 4h5c1.3 0 2.2 1 2 2.2l-1.6 8c-.2 1.1-1.1 1.8-2.2 1.8H9z" />
    </svg>
  );
}

/** Buttons that rate an answer. */
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
        <ThumbIcon /> {say('helped')}
      </button>
      <button type="button" class="quiet" aria-pressed={given === 'thumbs_down'} onClick={give('thumbs_down')}>
        <ThumbIcon isDown /> {say('didNotHelp')}
      </button>
      {given !== undefined && <span role="status">{say('thankYou')}</span>}
      {error !== undefined && <ProblemView error={error} />}
    </span>
  );
}
