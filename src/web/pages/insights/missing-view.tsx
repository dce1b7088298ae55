import { useEffect, useRef } from 'preact/hooks';
import { query } from '../api/call.js';
import { useRights } from '../api/keys.js';
import { addUrl, type MissingGroup, readMissing, type Report } from '../api/reports.js';
import { listed } from '../documents/allowed-categories.js';
import { DataTable } from '../parts/data-table.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { Link, replacePlace, usePlace } from '../parts/place.js';
import { useInsightsWords } from './insights-words.js';
import { DoneForm, useAgainText, useAskAgain } from './mending.js';

function Question({ one }: { readonly one: Report }) {
  const { say, time } = useInsightsWords();
  const again = useAgainText();
  const { question, comment, correction } = one;
  const words = [comment, correction].filter((text) => text !== null && text !== '');
  return (
    <tr data-question={one.trace_id}>
      <th scope="row" lang={languageOf(question)}>
        {question}
      </th>
      <td class="figure">
        <time dateTime={one.created_at}>{time(one.created_at)}</time>
      </td>
      <td>
        {!one.reported && '–'}
        {one.reported && words.length === 0 && say('reportedWithoutWords')}
        {one.reported && comment !== '' && comment}
        {one.reported && correction !== null && correction !== '' && (
          <p>
            {say('correctionOfReader')} {correction}
          </p>
        )}
      </td>
      <td>{one.asked_again === null ? say('notAskedAgain') : again(one)}</td>
    </tr>
  );
}

/** Whether all shown questions of a group are answered now, or those who asked may not see the answer. */
function useGroupState() {
  const { say } = useInsightsWords();
  return ({ questions }: MissingGroup): string => {
    const outcomes = questions.map(({ asked_again: again }) => again);
    if (!outcomes.every((again) => again?.outcome === 'answered')) return '';
    return say(outcomes.every((again) => again?.without_right === true) ? 'groupWithoutRight' : 'groupAnswered');
  };
}

interface GroupProps {
  readonly group: MissingGroup;
  readonly reload: () => void;
}

function Group({ group, reload }: GroupProps) {
  const { say, time } = useInsightsWords();
  const stateOf = useGroupState();
  const { path, parameters } = usePlace();
  const { question, trace_ids: ids, questions, category, done_at: doneAt } = group;
  const { ask, isBusy, result } = useAskAgain(ids, reload);
  const isNamed = ids.includes(parameters.get('group') ?? '');
  const isBack = isNamed && parameters.has('again');
  const place = useRef<HTMLDetailsElement>(null);
  // Who comes back from adding a document sees whether it answers.
  useEffect(() => {
    if (isNamed) place.current?.scrollIntoView({ block: 'start' });
    if (!isBack) return;
    replacePlace(`${path}${query({ group: parameters.get('group') })}`);
    ask();
  }, [isBack]);
  const state = stateOf(group);
  return (
    <details class="card" ref={place} open={isNamed} data-topic={question}>
      <summary>
        <span lang={languageOf(question)}>{question}</span>{' '}
        <span class="facts">
          {say('topicCount', { count: group.count })} · {say('latestAt', { time: time(group.latest_at) })}
          {state !== '' && <strong data-state="answered"> · {state}</strong>}
        </span>
      </summary>
      {doneAt !== null && <p class="note">{say('cameBack', { at: time(doneAt) })}</p>}
      <p class="row start">
        <Link to={addUrl(question, category, ids[0] ?? '')}>{say('addForTopic')}</Link>
        <Link to={`/pages/search${query({ q: question })}`}>{say('searchForTopic')}</Link>
        <Link to={`/${query({ q: question })}`}>{say('askTopicAgain')}</Link>
        <button type="button" class="quiet" disabled={isBusy} onClick={ask}>
          {say('askGroupAgain')}
        </button>
      </p>
      {result}
      <DataTable
        label={question}
        heads={[say('question'), say('askedAt'), say('readerSays'), say('answeredNow')]}
        empty={say('noRows')}
        rows={questions.map((one) => (
          <Question key={one.trace_id} one={one} />
        ))}
      />
      <DoneForm traceIds={ids} label={say('tickOff')} done={reload} />
    </details>
  );
}

/** Which categories an editor sees here. */
export function OwnCategories() {
  const { say } = useInsightsWords();
  const { isAdministrator, categories } = useRights();
  if (isAdministrator) return null;
  return (
    <p class="muted">
      {categories === null ? say('ofAllCategories') : say('ofYourCategories', { categories: listed(categories) })}
    </p>
  );
}

/** Unanswered questions in groups of one meaning, and what an editor does about them. */
export function MissingGroups({ since, until }: { readonly since?: string; readonly until?: string }) {
  const { say } = useInsightsWords();
  const missing = useLoaded(() => readMissing(since, until), [since, until]);
  return (
    <>
      <p class="muted">{say('missingPromise')}</p>
      <OwnCategories />
      <Loaded of={missing}>
        {({ groups }) => (
          <>
            {groups.length === 0 && <p class="card calm">{say('noMissingHere')}</p>}
            {groups.map((group) => (
              <Group key={group.trace_ids.at(-1)} group={group} reload={missing.reload} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}
