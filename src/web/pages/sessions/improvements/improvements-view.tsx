import { useState } from 'preact/hooks';
import { query } from '../../api/call.js';
import { type Improvement, listImprovements } from '../../api/improvements.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { replacePlace, usePlace } from '../../parts/place.js';
import { useSessionSpeech } from '../session-words.js';
import { ImprovementCard } from './improvement-card.js';
import { countsOf, groupsOf, type ImprovementGroup, isProved, isWanted, type Wanted } from './improvement-groups.js';
import { type ImprovementWork, useImprovementWork } from './improvement-work.js';
import { SelectionBar } from './selection-bar.js';

const STATUSES = ['proposed', 'verified', 'rejected', 'applied', 'rolled_back', 'dismissed'] as const;

interface FilterProps {
  readonly wanted: Wanted;
  readonly kinds: readonly string[];
}

function Filters({ wanted, kinds }: FilterProps) {
  const { say, name } = useSessionSpeech();
  const set = (more: Partial<Wanted>) => replacePlace(`/pages/sessions/improvements${query({ ...wanted, ...more })}`);
  return (
    <div class="card fields" role="search" aria-label={say('filters')}>
      <label>
        {say('status')}
        <select value={wanted.status} onChange={(event) => set({ status: event.currentTarget.value })}>
          <option value="">{say('allStatuses')}</option>
          {STATUSES.map((value) => (
            <option key={value} value={value}>
              {name('improvement', value)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('kind')}
        <select value={wanted.kind} onChange={(event) => set({ kind: event.currentTarget.value })}>
          <option value="">{say('allKinds')}</option>
          {kinds.map((value) => (
            <option key={value} value={value}>
              {name('improvementType', value)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('textField')}
        <input type="search" value={wanted.text} onInput={(event) => set({ text: event.currentTarget.value })} />
      </label>
    </div>
  );
}

interface ChoiceProps {
  readonly work: ImprovementWork;
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

function Group({ group, work, chosen, choose }: ChoiceProps & { readonly group: ImprovementGroup }) {
  const { say, name } = useSessionSpeech();
  const { type, target, items } = group;
  const title = `${name('improvementType', type)} · ${name(target.words, target.value)}`;
  const ids = items.map(({ id }) => id);
  const isWhole = ids.every((id) => chosen.includes(id));
  const others = chosen.filter((id) => !ids.includes(id));
  const toggle = (id: string) => () =>
    choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <section data-group={group.key}>
      <div class="row start">
        <h2>
          {title} ({items.length})
        </h2>
        <input
          type="checkbox"
          checked={isWhole}
          onChange={() => choose(isWhole ? others : [...others, ...ids])}
          aria-label={say('selectGroup', { group: title })}
        />
      </div>
      <ul class="cards">
        {items.map((item) => (
          <ImprovementCard
            key={item.id}
            improvement={item}
            work={work}
            isChosen={chosen.includes(item.id)}
            choose={toggle(item.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function Groups({ items, ...choice }: ChoiceProps & { readonly items: readonly Improvement[] }) {
  return (
    <>
      {groupsOf(items).map((group) => (
        <Group key={group.key} group={group} {...choice} />
      ))}
    </>
  );
}

function Work({ loaded }: { readonly loaded: readonly Improvement[] }) {
  const { say } = useSessionSpeech();
  const { parameters } = usePlace();
  const work = useImprovementWork(loaded);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [status, kind, text] = ['status', 'kind', 'text'].map((key) => parameters.get(key) ?? '');
  const wanted: Wanted = { status: status ?? '', kind: kind ?? '', text: text ?? '' };
  const shown = work.items.filter((item) => isWanted(item, wanted));
  const isFiltered = wanted.status !== '' || wanted.kind !== '' || wanted.text !== '';
  // What a filter hides is not selected.
  const selected = shown.filter(({ id }) => chosen.includes(id));
  const choice = { work, chosen: selected.map(({ id }) => id), choose: setChosen };
  const [proved, open] = [shown.filter(isProved), shown.filter((item) => !isProved(item))];
  return (
    <>
      <p class="card verdict">{say('improvementsSaid', countsOf(work.items))}</p>
      <Filters wanted={wanted} kinds={[...new Set(work.items.map(({ type }) => type))].sort()} />
      <SelectionBar selected={selected} work={work} clear={() => setChosen([])} />
      {shown.length === 0 && isFiltered && <p class="muted">{say('noneFits')}</p>}
      {proved.length === 0 && !isFiltered && <p class="muted">{say('noneVerified')}</p>}
      <Groups items={proved} {...choice} />
      {open.length > 0 && (
        <details class="suggestions" open={isFiltered || proved.length === 0}>
          <summary>
            {say('notVerified')} ({open.length})
          </summary>
          <Groups items={open} {...choice} />
        </details>
      )}
    </>
  );
}

/** Suggested repairs of failures by kind and target; each has to be verified before it is applied. */
export function ImprovementsView() {
  const { say } = useSessionSpeech();
  const loaded = useLoaded(listImprovements, []);
  return (
    <>
      <h1>{say('improvements')}</h1>
      <p class="muted">{say('improvementsPromise')}</p>
      <Loaded of={loaded}>
        {({ items }) => (items.length === 0 ? <p class="muted">{say('noImprovements')}</p> : <Work loaded={items} />)}
      </Loaded>
    </>
  );
}
