import { useState } from 'preact/hooks';
import type { Case, WrittenCase } from '../api/cases.js';
import { fieldOf } from '../parts/form-field.js';
import { ProblemView } from '../parts/problem.js';
import { useCasesWords } from './cases-words.js';

const DEFAULT_QUALITY = 0.5;

/** Labels of a category that a person typed: `Library > Use`. */
const labelsOf = (typed: string): string[] =>
  typed
    .split('>')
    .map((label) => label.trim())
    .filter((label) => label !== '');

interface FormProps {
  /** The case that is changed; undefined for a new one. */
  readonly one?: Case;
  readonly store: (written: WrittenCase) => Promise<unknown>;
  readonly stored: () => void;
}

/** Question, answer, category and quality of a case. */
export function CaseForm({ one, store, stored }: FormProps) {
  const { say } = useCasesWords();
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    setError(undefined);
    const data = new FormData(event.currentTarget);
    const labels = labelsOf(fieldOf(data, 'category'));
    if (labels.length === 0) {
      setError(new Error(say('categoryMissing')));
      return;
    }
    const written = {
      query: fieldOf(data, 'query'),
      content: fieldOf(data, 'content'),
      category_path: labels,
      quality_score: Number(fieldOf(data, 'quality')),
    };
    store(written).then(stored, setError);
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        {say('question')}
        <textarea name="query" rows={2} required maxLength={10_000} defaultValue={one?.query ?? ''} />
      </label>
      <label>
        {say('caseAnswer')}
        <textarea name="content" rows={5} required maxLength={100_000} defaultValue={one?.content ?? ''} />
      </label>
      <label>
        {say('caseCategory')}
        <input name="category" required defaultValue={one?.category_path.join(' > ') ?? ''} />
      </label>
      <label>
        {say('quality')}
        <input
          type="number"
          name="quality"
          min={0}
          max={1}
          step="any"
          required
          defaultValue={String(one?.quality_score ?? DEFAULT_QUALITY)}
        />
      </label>
      <button class="main">{say('save')}</button>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}
