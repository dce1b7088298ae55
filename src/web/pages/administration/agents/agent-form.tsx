import { AGENT_TOOLS, type AgentDraft } from '../../api/agents.js';
import { pathText } from '../../parts/labels.js';
import { isSamePath } from './agent-draft.js';
import { useAgents } from './agents-words.js';

const MAX_PATHS = 10;

interface FieldsProps {
  readonly draft: AgentDraft;
  readonly change: (changed: Partial<AgentDraft>) => void;
}

interface FormProps extends FieldsProps {
  /** Every category of the tree. */
  readonly known: readonly (readonly string[])[];
}

function Categories({ draft, change, known }: FormProps) {
  const { say } = useAgents();
  const { paths } = draft;
  const left = known.filter((path) => !paths.some((chosen) => isSamePath(chosen, path)));
  const add = (event: Event & { readonly currentTarget: HTMLSelectElement }) => {
    const path = left[event.currentTarget.selectedIndex - 1];
    if (path !== undefined) change({ paths: [...paths, path] });
  };
  return (
    <fieldset data-part="categories">
      <legend>{say('agentCategories')}</legend>
      <p class="row start">
        {paths.map((path) => (
          <button
            key={JSON.stringify(path)}
            type="button"
            class="chip"
            aria-label={say('removeCategory', { category: pathText(path) })}
            onClick={() => change({ paths: paths.filter((other) => other !== path) })}
          >
            {pathText(path)} ×
          </button>
        ))}
      </p>
      {paths.length < MAX_PATHS && (
        <label>
          {say('addCategory')}
          <select key={paths.length} onChange={add}>
            <option>{say('choose')}</option>
            {left.map((path) => (
              <option key={JSON.stringify(path)}>{pathText(path)}</option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}

const NUMBERS = ['wordTopK', 'vectorTopK', 'candidates', 'finalTopK'] as const;

function Retrieval({ draft, change }: FieldsProps) {
  const { say } = useAgents();
  return (
    <details class="whole-row">
      <summary>{say('retrievalSettings')}</summary>
      <div class="fields">
        {NUMBERS.map((field) => (
          <label key={field}>
            {say(field)}
            <input
              type="number"
              required
              min={1}
              max={field === 'finalTopK' ? Math.min(50, draft.candidates) : 50}
              value={draft[field]}
              onInput={(event) => change({ [field]: event.currentTarget.valueAsNumber })}
            />
          </label>
        ))}
        <label>
          {say('reviewBelow')}
          <input
            type="number"
            required
            min={0.1}
            max={0.9}
            step={0.05}
            value={draft.reviewBelow}
            onInput={(event) => change({ reviewBelow: event.currentTarget.valueAsNumber })}
          />
        </label>
      </div>
    </details>
  );
}

/** What an agent is: its name, categories, tools and retrieval. */
export function AgentFields({ draft, change, known }: FormProps) {
  const { say, name } = useAgents();
  const { tools } = draft;
  const toggle = (tool: string) => () =>
    change({ tools: tools.includes(tool) ? tools.filter((other) => other !== tool) : [...tools, tool] });
  return (
    <>
      <label class="whole-row">
        {say('agentName')}
        <input
          maxLength={200}
          value={draft.name}
          placeholder={say('namedAfterCategories')}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
      <Categories draft={draft} change={change} known={known} />
      <fieldset>
        <legend>{say('agentTools')}</legend>
        {AGENT_TOOLS.map((tool) => (
          <label key={tool} class="choice">
            <input type="checkbox" checked={tools.includes(tool)} onChange={toggle(tool)} /> {name('tool', tool)}
          </label>
        ))}
      </fieldset>
      <Retrieval draft={draft} change={change} />
    </>
  );
}
