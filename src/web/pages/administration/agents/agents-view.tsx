import { useState } from 'preact/hooks';
import {
  type AgentDraft,
  deleteAgent,
  listAgents,
  type MadeAgent,
  makeAgent,
  type Manifest,
  readAgent,
} from '../../api/agents.js';
import { query } from '../../api/call.js';
import { pathsOf, readTree } from '../../api/documents.js';
import { announce } from '../../parts/announce.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { pathText } from '../../parts/labels.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { go, Link, usePlace } from '../../parts/place.js';
import { ProblemView } from '../../parts/problem.js';
import { ServerText } from '../../parts/server-text.js';
import { draftOf, isSameDraft, NEW_AGENT } from './agent-draft.js';
import { AgentFields } from './agent-form.js';
import { useAgents } from './agents-words.js';
import { TryAgent } from './try-agent.js';

const PATH = '/pages/administration/agents';
/** The address of a form without an agent; ids of agents begin with `agent_`. */
const NEW = 'new';
const agentUrl = (id: string) => `${PATH}${query({ id })}`;

function Row({ agent, changed }: { readonly agent: Manifest; readonly changed: () => void }) {
  const { say, name, day } = useAgents();
  const { agent_id: id, mcp_tools_allowlist: tools } = agent;
  return (
    <tr data-agent={agent.name}>
      <th scope="row">
        <Link to={agentUrl(id)}>{agent.name}</Link>
        <p class="facts">
          <code>{id}</code>
        </p>
      </th>
      <td>
        {agent.allowed_category_paths.map((path) => (
          <div key={JSON.stringify(path)}>{pathText(path)}</div>
        ))}
      </td>
      <td>{tools.length === 0 ? say('none') : tools.map((tool) => name('tool', tool)).join(', ')}</td>
      <td class="figure">{agent.taxonomy_version}</td>
      <td class="figure">{day(agent.created_at)}</td>
      <td>
        <Confirm
          label={say('deleteWord')}
          question={say('deleteAgentQuestion')}
          act={() => deleteAgent(id)}
          done={changed}
        />
      </td>
    </tr>
  );
}

function AgentList() {
  const { say } = useAgents();
  const { items, more } = useListed(listAgents, []);
  const heads = ['agent', 'categories', 'agentTools', 'taxonomyWord', 'createdAt', 'actions'] as const;
  return (
    <>
      <h1>{say('agents')}</h1>
      <p class="muted">{say('agentsPromise')}</p>
      <p>
        <Link to={agentUrl(NEW)}>{say('addAgent')}</Link>
      </p>
      <Loaded of={items}>
        {(agents) => (
          <DataTable
            label={say('agents')}
            heads={heads.map((head) => say(head))}
            empty={say('noAgents')}
            rows={agents.map((agent) => (
              <Row key={agent.agent_id} agent={agent} changed={items.reload} />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}

interface EditorProps {
  /** Undefined for a new agent. */
  readonly agent: Manifest | undefined;
  /** The active version of the taxonomy, and its categories. */
  readonly version: string;
  readonly known: readonly (readonly string[])[];
  readonly made: (agent: MadeAgent) => void;
}

function AgentEditor({ agent, version, known, made }: EditorProps) {
  const { say } = useAgents();
  const stored = agent === undefined ? undefined : draftOf(agent, known);
  const [draft, setDraft] = useState<AgentDraft>(stored ?? NEW_AGENT);
  const [error, setError] = useState<unknown>(undefined);
  const isOfOtherVersion = agent !== undefined && agent.taxonomy_version !== version;
  const isUnchanged = stored !== undefined && isSameDraft(stored, draft);
  const submit = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    makeAgent(version, { ...draft, name: draft.name.trim() }).then(made, setError);
  };
  const { paths: categories, finalTopK } = draft;
  const topK = Number.isInteger(finalTopK) && finalTopK >= 1 ? finalTopK : undefined;
  const tried = isUnchanged
    ? { agentId: agent?.agent_id ?? '', categories: [], topK: undefined }
    : { agentId: '', categories, topK };
  return (
    <div class="columns">
      <section class="card">
        {isOfOtherVersion && (
          <p class="note">{say('otherTaxonomy', { version: agent.taxonomy_version, active: version })}</p>
        )}
        {agent !== undefined && <p class="muted">{say('changeMakesAgent')}</p>}
        <form class="fields" onSubmit={submit}>
          <AgentFields
            draft={draft}
            change={(changed) => setDraft((before) => ({ ...before, ...changed }))}
            known={known}
          />
          <button class="main" disabled={categories.length === 0 || (isUnchanged && !isOfOtherVersion)}>
            {say(agent === undefined ? 'createAgent' : 'saveAsNewAgent')}
          </button>
        </form>
        {error !== undefined && <ProblemView error={error} />}
      </section>
      <TryAgent tried={tried} />
    </div>
  );
}

interface AgentPageProps {
  readonly id: string;
  /** The agent that was just made here, and the one that it was made from. */
  readonly latest: { readonly agent: MadeAgent; readonly from: string } | undefined;
  readonly made: (agent: MadeAgent) => void;
}

function AgentPage({ id, latest, made }: AgentPageProps) {
  const { say } = useAgents();
  const agent = useLoaded(() => (id === NEW ? Promise.resolve(null) : readAgent(id)), [id]);
  const tree = useLoaded(readTree, []);
  const isLatest = latest?.agent.agent_id === id;
  return (
    <>
      <p>
        <Link to={PATH}>{say('allAgents')}</Link>
      </p>
      <Loaded of={agent}>
        {(stored) => (
          <>
            <h1>{stored?.name ?? say('addAgent')}</h1>
            {stored !== null && (
              <p class="facts">
                <code>{stored.agent_id}</code>
                <span>{say('taxonomyVersion', { version: stored.taxonomy_version })}</span>
              </p>
            )}
            {isLatest && (
              <section class="note" data-part="made">
                <p>{say('agentMade')}</p>
                {latest.agent.warnings.map((warning) => (
                  <p key={warning}>
                    <ServerText>{warning}</ServerText>
                  </p>
                ))}
                {latest.from !== NEW && latest.from !== id && (
                  <Confirm
                    label={say('deleteEarlier')}
                    question={say('deleteAgentQuestion')}
                    act={() => deleteAgent(latest.from)}
                    done={() => go(PATH)}
                  />
                )}
              </section>
            )}
            <Loaded of={tree}>
              {({ version, nodes }) => (
                <AgentEditor agent={stored ?? undefined} version={version} known={pathsOf(nodes)} made={made} />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </>
  );
}

/** The agents: listed, made from categories, tried, changed into new ones, deleted. `?id=` opens one. */
export function AgentsView() {
  const { say } = useAgents();
  const { parameters } = usePlace();
  const [latest, setLatest] = useState<AgentPageProps['latest']>(undefined);
  const id = parameters.get('id');
  if (id === null) return <AgentList />;
  const made = (agent: MadeAgent) => {
    setLatest({ agent, from: id });
    announce(say('agentMade'));
    go(agentUrl(agent.agent_id));
  };
  return <AgentPage key={id} id={id} latest={latest} made={made} />;
}
