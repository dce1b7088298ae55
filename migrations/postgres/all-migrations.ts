import type {
  PostgresMigration,
  PostgresSchema,
} from '../../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { CASES_SCHEMA_SQL } from './cases-schema.js';
import { DOCUMENTS_SCHEMA_SQL } from './documents-schema.js';
import { SEARCH_SCHEMA_SQL } from './search-schema.js';
import { SESSIONS_SCHEMA_SQL } from './sessions-schema.js';
import { documentsAndSearch } from './upgrades/1764500000000-documents-and-search.js';
import { work } from './upgrades/1764500000001-work.js';
import { cases } from './upgrades/1764500000002-cases.js';
import { feedbackAndAudit } from './upgrades/1764500000003-feedback-and-audit.js';
import { searchInTheDatabase } from './upgrades/1764500000010-search-in-the-database.js';
import { resultGists } from './upgrades/1764600000000-result-gists.js';
import { queuedJobs } from './upgrades/1764600000001-queued-jobs.js';
import { segmentsOfWords } from './upgrades/1764700000000-segments-of-words.js';
import { speltTitles } from './upgrades/1764800000000-spelt-titles.js';
import { sharedPurses } from './upgrades/1764900000000-shared-purses.js';
import { rightsAtEachReading } from './upgrades/1765100000000-rights-at-each-reading.js';
import { storedResponses } from './upgrades/1765200000000-stored-responses.js';
import { copiesOfTexts } from './upgrades/1765300000000-copies-of-texts.js';
import { originals } from './upgrades/1765300000001-originals.js';
import { editions } from './upgrades/1765300000002-editions.js';
import { sources } from './upgrades/1765400000000-sources.js';
import { testDatasets } from './upgrades/1765400000001-test-datasets.js';
import { testTargets } from './upgrades/1764950000000-test-targets.js';
import { plainNames } from './upgrades/1765500000000-plain-names.js';
import { accessGroups } from './upgrades/1765600000000-access-groups.js';
import { conversationTitles } from './upgrades/1765610000000-conversation-titles.js';
import { users } from './upgrades/1765700000000-users.js';
import { turnOutcomes } from './upgrades/1765710000000-turn-outcomes.js';
import { webhooks } from './upgrades/1765720000000-webhooks.js';
import { provisioning } from './upgrades/1765730000000-provisioning.js';
import { webhookRotation } from './upgrades/1765745000000-webhook-rotation.js';
import { queueInTables } from './upgrades/1765750000000-queue-in-tables.js';
import { configurationAuthors } from './upgrades/1765760000000-configuration-authors.js';
import { spendingShares } from './upgrades/1765790000000-spending-shares.js';
import { doneQuestions } from './upgrades/1765800000000-done-questions.js';
import { authorsOfCases } from './upgrades/1765823000000-authors-of-cases.js';
import { linkedAccounts } from './upgrades/1765810000000-linked-accounts.js';
import { removedPeople } from './upgrades/1765820000000-removed-people.js';
import { makersOfKeys } from './upgrades/1765830000000-makers-of-keys.js';
import { testLabels } from './upgrades/1765770000000-test-labels.js';
import { WORK_SCHEMA_SQL } from './work-schema.js';

// A new store gets its schema at once; a store of an earlier version goes through the upgrades that it lacks, to the same schema. A later
// change is a migration in this folder that both run: add it after the upgrades.

const UPGRADES: readonly PostgresMigration[] = [
  documentsAndSearch,
  work,
  cases,
  feedbackAndAudit,
  searchInTheDatabase,
  resultGists,
  queuedJobs,
  segmentsOfWords,
  speltTitles,
  sharedPurses,
  testTargets,
  rightsAtEachReading,
  storedResponses,
  copiesOfTexts,
  originals,
  editions,
  sources,
  testDatasets,
  plainNames,
  accessGroups,
];

/** Oldest first. */
export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
  ...UPGRADES,
  conversationTitles,
  users,
  turnOutcomes,
  webhooks,
  provisioning,
  webhookRotation,
  queueInTables,
  configurationAuthors,
  testLabels,
  spendingShares,
  doneQuestions,
  linkedAccounts,
  removedPeople,
  authorsOfCases,
  makersOfKeys,
];

export const POSTGRES_SCHEMA: PostgresSchema = {
  firstSchema: {
    sql: [DOCUMENTS_SCHEMA_SQL, SEARCH_SCHEMA_SQL, CASES_SCHEMA_SQL, WORK_SCHEMA_SQL, SESSIONS_SCHEMA_SQL].join('\n'),
    replaces: UPGRADES,
  },
  migrations: POSTGRES_MIGRATIONS,
};
