import type { ComponentType } from 'preact';
import { type Rights, useRights } from '../api/keys.js';
import { KeysPage } from '../keys/keys-page.js';
import { Waiting } from '../parts/loaded.js';
import { Link, usePlace } from '../parts/place.js';
import type { WordKey } from '../words/language.js';
import { AgentsView } from './agents/agents-view.js';
import { AuditView } from './audit-view.js';
import { type AdministrationKey, useAdministration } from './administration-words.js';
import { BudgetView } from './budget/budget-view.js';
import { CategoriesView } from './categories/categories-view.js';
import { ConfigurationView } from './configuration/configuration-view.js';
import { DatasetsView } from './datasets/datasets-view.js';
import { JobsView } from './jobs/jobs-view.js';
import { ModelsView } from './models/models-view.js';
import { MappingView } from './people/mapping-view.js';
import { PeopleView } from './people/people-view.js';
import { TargetsView } from './targets/targets-view.js';
import { WebhooksView } from './webhooks/webhooks-view.js';

interface View {
  readonly path: string;
  readonly title: AdministrationKey | WordKey;
  readonly view: ComponentType;
  readonly isAllowed: (caller: Rights) => boolean;
}

const forAdministrator = ({ isAdministrator }: Rights) => isAdministrator;
const forEditor = ({ may }: Rights) => may('ingest');
/** Agents are made with one scope, listed and asked with the other. */
const forAgents = ({ may }: Rights) => may('ingest') && may('query');
/** Webhooks report what a caller starts: sessions, jobs and runs of sources. */
const forStarter = ({ may }: Rights) => may('query') && (may('test') || may('ingest'));
const forTester = ({ may }: Rights) => may('test');
const forObserver = ({ may }: Rights) => may('metrics');

const VIEWS: readonly View[] = [
  { path: '/pages/administration/people', title: 'people', view: PeopleView, isAllowed: forAdministrator },
  { path: '/pages/administration/groups', title: 'groupMapping', view: MappingView, isAllowed: forAdministrator },
  { path: '/pages/administration/keys', title: 'apiKeys', view: KeysPage, isAllowed: forAdministrator },
  { path: '/pages/administration/categories', title: 'categories', view: CategoriesView, isAllowed: forEditor },
  { path: '/pages/administration/agents', title: 'agents', view: AgentsView, isAllowed: forAgents },
  {
    path: '/pages/administration/configuration',
    title: 'configuration',
    view: ConfigurationView,
    isAllowed: forAdministrator,
  },
  { path: '/pages/administration/models', title: 'models', view: ModelsView, isAllowed: forAdministrator },
  { path: '/pages/administration/datasets', title: 'datasets', view: DatasetsView, isAllowed: forTester },
  { path: '/pages/administration/targets', title: 'targets', view: TargetsView, isAllowed: forAdministrator },
  { path: '/pages/administration/jobs', title: 'jobs', view: JobsView, isAllowed: forEditor },
  { path: '/pages/administration/budget', title: 'budgetAndCost', view: BudgetView, isAllowed: forObserver },
  { path: '/pages/administration/webhooks', title: 'webhooks', view: WebhooksView, isAllowed: forStarter },
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
