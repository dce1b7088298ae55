import { useState } from 'preact/hooks';
import { listResults, type Result } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { FiredChart } from './contribution-chart.js';
import { sessionUrl } from './session-url.js';

const VERDICTS = ['success', 'partial', 'failure', 'not_evaluated'] as const;

interface TableProps {
  readonly id: string;
  readonly results: readonly Result[];
}

function ResultTable({ id, results }: TableProps) {
  const { say, name, fixed } = useSpeech();
  const heads = ['verdict', 'question', 'persona', 'difficulty', 'averageScore', 'failureType'] as const;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={say('results')}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.result_id}>
              <td>
                <Badge group="verdict" value={result.verdict} />
              </td>
              <th scope="row" lang={languageOf(result.query)}>
                <Link to={sessionUrl(id, result.result_id)}>{result.query}</Link>{' '}
                {result.turn !== null && <span class="facts">{say('turnNumber', { n: result.turn })}</span>}
              </th>
              <td class="whole">{name('persona', result.persona_id)}</td>
              <td class="whole">{name('difficulty', result.difficulty)}</td>
              <td class="figure">{fixed(result.score)}</td>
              <td>{result.failure_type === null ? '' : name('failure', result.failure_type)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The questions of a session with the verdicts. @param stamp another value reloads them */
export function SessionResults({ id, stamp }: { readonly id: string; readonly stamp: string }) {
  const { say, name } = useSpeech();
  const [verdict, setVerdict] = useState('');
  const { items, more } = useListed((cursor) => listResults(id, cursor), [id, stamp]);
  return (
    <section>
      <h2>{say('results')}</h2>
      <Loaded of={items}>
        {(results) => (
          <>
            <FiredChart results={results} />
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
            <ResultTable id={id} results={results.filter((result) => verdict === '' || result.verdict === verdict)} />
          </>
        )}
      </Loaded>
      <MoreButton more={more} />
    </section>
  );
}
