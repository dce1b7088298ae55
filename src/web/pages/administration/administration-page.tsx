import type { ComponentType } from 'preact';
import { type Rights, useRights } from '../api/keys.js';
import { Waiting } from '../parts/loaded.js';
import { Link, usePlace } from '../parts/place.js';
import type { WordKey } from '../words/en.js';
import { AuditView } from './audit-view.js';
import { type AdministrationKey, useAdministration } from './administration-words.js';

interface View {
  readonly path: string;
  readonly title: AdministrationKey | WordKey;
  readonly view: ComponentType;
  readonly isAllowed: (rights: Rights) => boolean;
}

const forAdministrator = ({ isAdministrator }: Rights) => isAdministrator;

const VIEWS: readonly View[] = [
  { path: '/pages/administration/audit', title: 'auditLog', view: AuditView, isAllowed: forAdministrator },
];

/** What an administrator or an editor looks after; each view only for those who may. */
export function AdministrationPage() {
  const { say } = useAdministration();
  const { path } = usePlace();
  const rights = useRights();
  const allowed = VIEWS.filter(({ isAllowed }) => isAllowed(rights));
  const trimmed = path.replace(/(?<!\/)\/+$/, '');
  const current = trimmed === '/pages/administration' ? allowed[0] : allowed.find((view) => view.path === trimmed);
  if (!rights.areKnown) return <Waiting />;
  const View = current?.view;
  return (
    <>
      <nav class="tabs" aria-label={say('views')}>
        {allowed.map((view) => (
          <Link key={view.path} to={view.path} {...(view === current ? { 'aria-current': 'page' as const } : {})}>
            {say(view.title)}
          </Link>
        ))}
      </nav>
      {View === undefined ? <p class="card">{say(allowed.length === 0 ? 'noViewAllowed' : 'noSuchPage')}</p> : <View />}
    </>
  );
}
