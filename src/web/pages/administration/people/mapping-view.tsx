import { useState } from 'preact/hooks';
import { CallError } from '../../api/call.js';
import { pathsOf, readTree } from '../../api/documents.js';
import { listKeys } from '../../api/keys.js';
import { type GroupMapping, listPeople, MOST_PEOPLE, type Person, readMapping, saveMapping } from '../../api/people.js';
import { announce } from '../../parts/announce.js';
import { pathText } from '../../parts/labels.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { usePlace } from '../../parts/place.js';
import { ProblemView } from '../../parts/problem.js';
import { useAdministration } from '../administration-words.js';
import { affectedBy, ruleChanges } from './grants.js';
import { AffectedPeople, RuleChanges } from './grant-text.js';
import { GroupPreviewForm } from './group-preview.js';
import { MappingVersions } from './mapping-versions.js';
import { usePeople } from './people-words.js';
import { draftOf, draftsOf, type RuleDraft, ruleOf } from './rule-draft.js';
import { type Offers, RuleTable } from './rule-table.js';

interface ConflictProps {
  readonly theirs: GroupMapping;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

function Conflict({ theirs: { version }, keepMine, takeTheirs }: ConflictProps) {
  const { say } = usePeople();
  return (
    <section class="card wrong" role="alert">
      <p class="head">{say('conflict')}</p>
      <p>{say('conflictHelp', { version })}</p>
      <p class="row start">
        <button type="button" class="quiet" onClick={keepMine}>
          {say('keepMine')}
        </button>
        <button type="button" class="quiet" onClick={takeTheirs}>
          {say('takeTheirs', { version })}
        </button>
      </p>
    </section>
  );
}

interface EditorProps {
  readonly saved: GroupMapping;
  readonly people: readonly Person[];
  readonly offers: Offers;
  readonly reload: () => void;
  /** A new version was saved. */
  readonly stored: (version: number) => void;
}

function Editor({ saved, people, offers, reload, stored }: EditorProps) {
  const { say, count } = usePeople();
  const [base, setBase] = useState(saved);
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(draftsOf(saved.rules, usePlace().parameters.get('group')));
  const [isConflict, setIsConflict] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const rules = drafts.map(ruleOf);
  const changes = ruleChanges(base.rules, rules);
  const refuse = async (thrown: unknown) => {
    if (!(thrown instanceof CallError && thrown.status === 409)) {
      setError(thrown);
      return;
    }
    setBase(await readMapping());
    setIsConflict(true);
  };
  const save = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    saveMapping(base.version, rules)
      .then(({ version }) => {
        announce(say('mappingSaved', { version }));
        stored(version);
        reload();
      }, refuse)
      .catch(setError);
  };
  const takeTheirs = () => {
    setDrafts(base.rules.map(draftOf));
    setIsConflict(false);
    reload();
  };
  return (
    <>
      <form onSubmit={save}>
        {isConflict && <Conflict theirs={base} keepMine={() => setIsConflict(false)} takeTheirs={takeTheirs} />}
        <RuleTable drafts={drafts} offers={offers} change={setDrafts} />
        {(changes.length > 0 || isConflict) && (
          <section>
            <h2>{say('difference')}</h2>
            <RuleChanges changes={changes} />
            {people.length >= MOST_PEOPLE && <p class="muted">{say('peopleCut', { count: count(MOST_PEOPLE) })}</p>}
            <AffectedPeople affected={affectedBy(people, base.rules, rules)} />
          </section>
        )}
        <button class="main" disabled={changes.length === 0 || isConflict}>
          {say('saveMapping')}
        </button>
        {error !== undefined && <ProblemView error={error} />}
      </form>
      <GroupPreviewForm rules={rules} />
    </>
  );
}

/** Names of people and keys by their ids. */
async function nameKeys(people: readonly Person[]): Promise<ReadonlyMap<string, string>> {
  const { items } = await listKeys(null);
  return new Map([...items, ...people].map(({ id, name }) => [id, name]));
}

async function loadAll() {
  const [mapping, people, tree] = await Promise.all([readMapping(), listPeople(), readTree()]);
  const groups = [...new Set(people.flatMap(({ provider_groups: own }) => own))].toSorted();
  return {
    mapping,
    people,
    offers: { groups, paths: pathsOf(tree.nodes).map(pathText) },
    names: await nameKeys(people),
  };
}

/** What the groups of the provider give: edited, compared and restored. */
export function MappingView() {
  const { say, time } = usePeople();
  const { name: word } = useAdministration();
  const loaded = useLoaded(loadAll, []);
  const [stored, setStored] = useState<number | undefined>();
  return (
    <>
      <h1>{say('groupMapping')}</h1>
      <p class="muted">{say('mappingPromise')}</p>
      <Loaded of={loaded}>
        {({ mapping, people, offers, names }) => {
          const nameOf = (id: string) => names.get(id) ?? word('caller', id);
          const { version, created_at: at, created_by: by } = mapping;
          return (
            <>
              <p class="facts">
                <span>{say('mappingState', { version })}</span>
                {at !== null && <span>{say('changedAt', { time: time(at), name: nameOf(by ?? '') })}</span>}
              </p>
              {stored === version && <p class="note">{say('mappingSaved', { version })}</p>}
              <Editor
                key={version}
                saved={mapping}
                people={people}
                offers={offers}
                reload={loaded.reload}
                stored={setStored}
              />
              <MappingVersions current={mapping} people={people} nameOf={nameOf} restored={loaded.reload} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
