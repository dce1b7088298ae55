import type { ComponentType } from 'preact';
import { Link, usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import type { WordKey } from '../words/language.js';
import { CompareView } from './compare-view.js';
import { ImprovementsView } from './improvements/improvements-view.js';
import { LabelView } from './label-view.js';
import { ResultView } from './result-view.js';
import { SchedulesView } from './schedules-view.js';
import { SessionList } from './session-list.js';
import { SessionView } from './session-view.js';

interface View {
  readonly path: string;
  readonly title: WordKey;
  readonly view: ComponentType;
}

const VIEWS: readonly View[] = [
  { path: '/pages/sessions', title: 'sessionsList', view: SessionList },
  { path: '/pages/sessions/compare', title: 'compare', view: CompareView },
  { path: '/pages/sessions/improvements', title: 'improvements', view: ImprovementsView },
  { path: '/pages/sessions/schedules', title: 'schedules', view: SchedulesView },
];

/** Test sessions: questions of simulated users, results and improvements. */
export function SessionsPage() {
  const { say } = useSpeech();
  const { path, parameters } = usePlace();
  const plainPath = path.replace(/(?<!\/)\/+$/, '');
  const current = VIEWS.find((view) => view.path === plainPath) ?? VIEWS[0];
  const isLabelling = plainPath === '/pages/sessions/label';
  const id = parameters.get('id');
  const resultId = parameters.get('result');
  const View = current?.view ?? SessionList;
  return (
    <>
      <nav class="tabs" aria-label={say('views')}>
        {VIEWS.map((view) => (
          <Link
            key={view.path}
            to={view.path}
            {...(view === current ? { 'aria-current': id === null ? ('page' as const) : ('true' as const) } : {})}
          >
            {say(view.title)}
          </Link>
        ))}
      </nav>
      {id === null && <View />}
      {id !== null && isLabelling && <LabelView key={id} id={id} />}
      {id !== null && !isLabelling && resultId === null && <SessionView key={id} id={id} />}
      {id !== null && !isLabelling && resultId !== null && <ResultView key={resultId} id={id} resultId={resultId} />}
    </>
  );
}
