import { useState } from 'preact/hooks';
import type { Result } from '../api/sessions.js';
import { FiredChart } from './contribution-chart.js';
import { failuresFirst } from './failure-groups.js';
import { ResultRows } from './result-rows.js';
import { useSessionSpeech } from './session-words.js';

const VERDICTS = ['failure', 'partial', 'not_evaluated', 'success'] as const;

interface ResultsProps {
  readonly id: string;
  readonly results: readonly Result[];
}

/** The questions of a session with their verdicts, what failed first. */
export function SessionResults({ id, results }: ResultsProps) {
  const { say, name } = useSessionSpeech();
  const [verdict, setVerdict] = useState('');
  const [isOpen, setOpen] = useState(false);
  if (results.length === 0) return null;
  return (
    <section aria-label={say('results')}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          {say('results')} ({results.length})
        </summary>
        {isOpen && (
          <>
            <label class="inline">
              {say('verdict')}{' '}
              <select value={verdict} onChange={(event) => setVerdict(event.currentTarget.value)}>
                <option value="">{say('allVerdicts')}</option>
                {VERDICTS.map((value) => (
                  <option key={value} value={value}>
                    {name('verdict', value)}
                  </option>
                ))}
              </select>
            </label>
            <ResultRows
              id={id}
              results={failuresFirst(results).filter((result) => verdict === '' || result.verdict === verdict)}
            />
          </>
        )}
      </details>
      <details>
        <summary>{say('firedTitle')}</summary>
        <FiredChart results={results} />
      </details>
    </section>
  );
}
