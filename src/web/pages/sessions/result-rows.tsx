import type { Result } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { usePersonaNames } from './persona-names.js';
import { useSessionSpeech } from './session-words.js';
import { sessionUrl } from './session-url.js';

interface RowsProps {
  readonly id: string;
  readonly results: readonly Result[];
}

/** Questions with their verdicts, each a link to its answer. */
export function ResultRows({ id, results }: RowsProps) {
  const { say, name, fixed } = useSessionSpeech();
  const personaNameOf = usePersonaNames(id);
  return (
    <ul class="rows">
      {results.map((result) => (
        <li key={result.result_id}>
          <Badge group="verdict" value={result.verdict} />
          <div>
            <Link to={sessionUrl(id, result.result_id)} lang={languageOf(result.query)}>
              {result.query}
            </Link>
            <p class="facts">
              <span>{personaNameOf(result.persona_id)}</span>
              <span>{name('difficulty', result.difficulty)}</span>
              {result.turn !== null && <span>{say('turnNumber', { n: result.turn })}</span>}
              {result.score !== null && <span>{say('scoreOf', { score: fixed(result.score) })}</span>}
              {result.failure_type !== null && <span>{name('failure', result.failure_type)}</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
