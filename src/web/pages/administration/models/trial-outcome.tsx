import type { ChosenService, TrialResult } from '../../api/setup.js';
import { CopyButton } from '../../parts/copy-button.js';
import { languageOf } from '../../parts/language-of.js';
import { envLines, needsPrices } from './env-lines.js';
import { isBad, trialVerdict, verdictState } from './trial-verdict.js';
import { speechWith } from '../../words/language.js';
import words from './models-words.json' with { type: 'json' };

export const useModels = speechWith<keyof typeof words.en>(words);

/** One verdict, and what it follows from. */
export function TrialOutcome({ result }: { readonly result: TrialResult }) {
  const { say, name, count } = useModels();
  const { failure, detail, took_ms: time, answer, dimensions } = result;
  const verdict = trialVerdict(result);
  const seconds = count(Math.round(time / 100) / 10);
  return (
    <div class={`card verdict${isBad(verdict) ? ' wrong' : ''}`} data-trial={verdict}>
      <p>
        <span class="badge" data-value={verdictState(verdict)}>
          {name('trial', verdict)}
        </span>{' '}
        {failure === null
          ? say(verdict === 'slow' ? 'trialSays_slow' : 'trialSays_works', { seconds })
          : name('failure', failure)}
      </p>
      {detail !== null && (
        <p class="facts">
          {say('serviceSays')}: {detail}
        </p>
      )}
      {answer !== null && (
        <dl class="facts plain">
          <dt>{say('testQuestion')}</dt>
          <dd lang="en">{answer.question}</dd>
          <dt>{say('testAnswer')}</dt>
          <dd lang={languageOf(answer.text)}>{answer.text}</dd>
        </dl>
      )}
      {dimensions !== null && <p class="facts">{say('dimensions', { count: count(dimensions) })}</p>}
      {verdict === 'slow' && <p class="facts">{say('slowHelp')}</p>}
    </div>
  );
}

interface LinesProps {
  readonly chosen: ChosenService;
  readonly hasKey: boolean;
  readonly multiplier: number | null;
}

/** The lines of `.env` for the chosen service, to copy. */
export function EnvLines({ chosen, hasKey, multiplier }: LinesProps) {
  const { say } = useModels();
  const text = envLines(chosen, { hasKey, keyText: say('yourKey'), multiplier }).join('\n');
  return (
    <div>
      <h3>{say('envLines')}</h3>
      <pre tabIndex={0}>{text}</pre>
      {needsPrices(chosen) && <p class="muted">{say('pricesHelp')}</p>}
      <CopyButton text={`${text}\n`} label={say('copyLines')} done={say('copiedLines')} />
    </div>
  );
}
