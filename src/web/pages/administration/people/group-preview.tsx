import { useState } from 'preact/hooks';
import { type GroupPreview, type MappingRule, previewGroup } from '../../api/people.js';
import { fieldOf } from '../../parts/form-field.js';
import { pathText } from '../../parts/labels.js';
import { languageOf } from '../../parts/language-of.js';
import { ProblemView } from '../../parts/problem.js';
import { GrantText } from './grant-text.js';
import { usePeople } from './people-words.js';

const MOST_CATEGORIES = 20;

function PreviewAnswer({ answer }: { readonly answer: NonNullable<GroupPreview['answer']> }) {
  const { say } = usePeople();
  return (
    <section data-abstained={answer.abstained}>
      <h3>{say(answer.abstained ? 'previewNoAnswer' : 'previewAnswer')}</h3>
      <p lang={languageOf(answer.response)}>{answer.response}</p>
      <ol>
        {answer.sources.map(({ n, title, canonical_path: path }) => (
          <li key={n} value={n}>
            <span lang={languageOf(title)}>{title}</span> <span class="muted">{pathText(path)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface SeenProps {
  readonly group: string;
  readonly seen: GroupPreview;
}

function Seen({ group, seen }: SeenProps) {
  const { say, count } = usePeople();
  const { documents, categories, first_documents: first, answer, allowed_category_paths: paths, ...grant } = seen;
  const more = categories.length - MOST_CATEGORIES;
  return (
    <div class="card" data-preview={group}>
      <p class="head">{say('previewSees', { group, count: count(documents) })}</p>
      <p class="facts">
        <GrantText grant={{ ...grant, paths }} />
      </p>
      {categories.length > 0 && (
        <>
          <h3>{say('previewCategories')}</h3>
          <ul>
            {categories.slice(0, MOST_CATEGORIES).map(({ canonical_path: path, documents: number }) => (
              <li key={path.join('\n')}>
                {pathText(path)}: {count(number)}
              </li>
            ))}
            {more > 0 && <li>{say('previewMore', { count: count(more) })}</li>}
          </ul>
          <h3>{say('previewTitles')}</h3>
          <ul>
            {first.map(({ document_id: id, title, canonical_path: path }) => (
              <li key={id}>
                <span lang={languageOf(title)}>{title}</span> <span class="muted">{pathText(path)}</span>
              </li>
            ))}
            {documents > first.length && <li>{say('previewMore', { count: count(documents - first.length) })}</li>}
          </ul>
        </>
      )}
      {answer !== null && <PreviewAnswer answer={answer} />}
    </div>
  );
}

/** What a group sees by the rules of the form, saved or not, and how a question of its members is answered. */
export function GroupPreviewForm({ rules }: { readonly rules: readonly MappingRule[] }) {
  const { say } = usePeople();
  const [result, setResult] = useState<SeenProps | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const groups = [...new Set(rules.map(({ provider_group: group }) => group))].filter((group) => group !== '');
  if (groups.length === 0) return null;
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const group = fieldOf(data, 'group');
    setError(undefined);
    setResult(undefined);
    setIsBusy(true);
    previewGroup(group, rules, fieldOf(data, 'question').trim())
      .then((seen) => setResult({ group, seen }), setError)
      .finally(() => setIsBusy(false));
  };
  return (
    <section data-part="preview">
      <h2>{say('preview')}</h2>
      <p class="muted">{say('previewHelp')}</p>
      <form class="card fields column" onSubmit={submit}>
        <label>
          {say('providerGroup')}
          <select name="group">
            {groups.map((group) => (
              <option key={group} value={group}>
                {group}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say('previewQuestion')}
          <input name="question" maxLength={2000} />
        </label>
        <p>
          <button class="main" disabled={isBusy}>
            {say('previewShow')}
          </button>
        </p>
      </form>
      <div role="status">{result !== undefined && <Seen {...result} />}</div>
      {error !== undefined && <ProblemView error={error} />}
    </section>
  );
}
