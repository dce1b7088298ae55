import type { SqliteSchema } from '../../src/shared/infrastructure/database/sqlite-schema.js';
import { ACCESS_SCHEMA_SQL } from './access-schema.js';
import { CASES_SCHEMA_SQL } from './cases-schema.js';
import { DOCUMENTS_SCHEMA_SQL } from './documents-schema.js';
import { DocumentsAndSearch1763700000000 } from './upgrades/1763700000000-documents-and-search.js';
import { ConversationsAndJobs1763700000001 } from './upgrades/1763700000001-conversations-and-jobs.js';
import { IndexInMemory1763800000000 } from './upgrades/1763800000000-index-in-memory.js';
import { AuthorsOfCases1765823000000 } from './upgrades/1765823000000-authors-of-cases.js';
import { Cases1763900000000 } from './upgrades/1763900000000-cases.js';
import { ApiKeys1763910000000 } from './upgrades/1763910000000-api-keys.js';
import { JobOwners1763910000001 } from './upgrades/1763910000001-job-owners.js';
import { Agents1763920000000 } from './upgrades/1763920000000-agents.js';
import { AgentIds1763920000001 } from './upgrades/1763920000001-agent-ids.js';
import { ConfigurationVersions1763930000000 } from './upgrades/1763930000000-configuration-versions.js';
import { TestSessions1763940000000 } from './upgrades/1763940000000-test-sessions.js';
import { LlmSpending1764230000000 } from './upgrades/1764230000000-llm-spending.js';
import { Judging1764300000000 } from './upgrades/1764300000000-judging.js';
import { Improvements1764310000000 } from './upgrades/1764310000000-improvements.js';
import { Feedback1764400000000 } from './upgrades/1764400000000-feedback.js';
import { AuditLog1764500000000 } from './upgrades/1764500000000-audit-log.js';
import { ResultGists1764600000000 } from './upgrades/1764600000000-result-gists.js';
import { SpeltTitles1764800000000 } from './upgrades/1764800000000-spelt-titles.js';
import { TestDatasets1765400000001 } from './upgrades/1765400000001-test-datasets.js';
import { TestTargets1764950000000 } from './upgrades/1764950000000-test-targets.js';
import { NameOfTheStore1765000000000 } from './upgrades/1765000000000-name-of-the-store.js';
import { GroundsOfAnswers1765100000000 } from './upgrades/1765100000000-grounds-of-answers.js';
import { SourcesOfCases1765100000001 } from './upgrades/1765100000001-sources-of-cases.js';
import { StoredResponses1765200000000 } from './upgrades/1765200000000-stored-responses.js';
import { ExpiredKeys1765100000002 } from './upgrades/1765100000002-expired-keys.js';
import { WholeDocumentIds1765200000000 } from './upgrades/1765200000000-whole-document-ids.js';
import { CopiesOfTexts1765300000000 } from './upgrades/1765300000000-copies-of-texts.js';
import { Originals1765300000001 } from './upgrades/1765300000001-originals.js';
import { Editions1765300000002 } from './upgrades/1765300000002-editions.js';
import { Sources1765400000000 } from './upgrades/1765400000000-sources.js';
import {
  PlainNamesOfCases1765500000000,
  PlainNamesOfDocuments1765500000000,
  PlainNamesOfKeys1765500000000,
  PlainNamesOfWork1765500000000,
} from './upgrades/1765500000000-plain-names.js';
import { GroupsOfDocuments1765600000000, GroupsOfKeys1765600000000 } from './upgrades/1765600000000-access-groups.js';
import { ConversationTitles1765610000000 } from './upgrades/1765610000000-conversation-titles.js';
import { Users1765700000000 } from './upgrades/1765700000000-users.js';
import { TurnOutcomes1765710000000 } from './upgrades/1765710000000-turn-outcomes.js';
import { EndedWork1765720000000, Webhooks1765720000000 } from './upgrades/1765720000000-webhooks.js';
import { Provisioning1765730000000 } from './upgrades/1765730000000-provisioning.js';
import { WebhookRotation1765745000000 } from './upgrades/1765745000000-webhook-rotation.js';
import { ConfigurationAuthors1765760000000 } from './upgrades/1765760000000-configuration-authors.js';
import { TestLabels1765770000000 } from './upgrades/1765770000000-test-labels.js';
import { ListedDocuments1765780000000 } from './upgrades/1765780000000-listed-documents.js';
import { SpendingShares1765790000000 } from './upgrades/1765790000000-spending-shares.js';
import { LinkedAccounts1765810000000 } from './upgrades/1765810000000-linked-accounts.js';
import { RemovedPeople1765820000000 } from './upgrades/1765820000000-removed-people.js';
import { MakersOfKeys1765830000000 } from './upgrades/1765830000000-makers-of-keys.js';
import { DoneQuestions1765800000000 } from './upgrades/1765800000000-done-questions.js';
import { WORK_SCHEMA_SQL } from './work-schema.js';

// A new file gets its schema at once; a file of an earlier version goes through the upgrades that it lacks, to the same schema. A later
// change is a migration in this folder that both run: add it after the upgrades of its file.

const MAIN_UPGRADES = [
  DocumentsAndSearch1763700000000,
  IndexInMemory1763800000000,
  Agents1763920000000,
  AgentIds1763920000001,
  SpeltTitles1764800000000,
  NameOfTheStore1765000000000,
  WholeDocumentIds1765200000000,
  CopiesOfTexts1765300000000,
  Originals1765300000001,
  Editions1765300000002,
  PlainNamesOfDocuments1765500000000,
  GroupsOfDocuments1765600000000,
];
/** documents.db, oldest first. */
export const MAIN_MIGRATIONS = [...MAIN_UPGRADES, ListedDocuments1765780000000];
export const MAIN_SCHEMA: SqliteSchema = {
  firstSchema: { sql: DOCUMENTS_SCHEMA_SQL, replaces: MAIN_UPGRADES },
  migrations: MAIN_MIGRATIONS,
};

const WORK_UPGRADES = [
  ConversationsAndJobs1763700000001,
  JobOwners1763910000001,
  ConfigurationVersions1763930000000,
  TestSessions1763940000000,
  LlmSpending1764230000000,
  Judging1764300000000,
  Improvements1764310000000,
  Feedback1764400000000,
  AuditLog1764500000000,
  ResultGists1764600000000,
  TestTargets1764950000000,
  GroundsOfAnswers1765100000000,
  StoredResponses1765200000000,
  Sources1765400000000,
  TestDatasets1765400000001,
  PlainNamesOfWork1765500000000,
];
/** work.db, oldest first. */
export const WORK_MIGRATIONS = [
  ...WORK_UPGRADES,
  ConversationTitles1765610000000,
  TurnOutcomes1765710000000,
  EndedWork1765720000000,
  ConfigurationAuthors1765760000000,
  TestLabels1765770000000,
  SpendingShares1765790000000,
  DoneQuestions1765800000000,
];
export const WORK_SCHEMA: SqliteSchema = {
  firstSchema: { sql: WORK_SCHEMA_SQL, replaces: WORK_UPGRADES },
  migrations: WORK_MIGRATIONS,
};

const ACCESS_UPGRADES = [
  ApiKeys1763910000000,
  ExpiredKeys1765100000002,
  PlainNamesOfKeys1765500000000,
  GroupsOfKeys1765600000000,
];
/** access.db, oldest first. */
export const ACCESS_MIGRATIONS = [
  ...ACCESS_UPGRADES,
  Users1765700000000,
  Webhooks1765720000000,
  Provisioning1765730000000,
  WebhookRotation1765745000000,
  LinkedAccounts1765810000000,
  RemovedPeople1765820000000,
  MakersOfKeys1765830000000,
];
export const ACCESS_SCHEMA: SqliteSchema = {
  firstSchema: { sql: ACCESS_SCHEMA_SQL, replaces: ACCESS_UPGRADES },
  migrations: ACCESS_MIGRATIONS,
};

const CASE_UPGRADES = [Cases1763900000000, SourcesOfCases1765100000001, PlainNamesOfCases1765500000000];
/** cbr_system.db, oldest first. */
export const CASE_MIGRATIONS = [...CASE_UPGRADES, AuthorsOfCases1765823000000];
export const CASE_SCHEMA: SqliteSchema = {
  firstSchema: { sql: CASES_SCHEMA_SQL, replaces: CASE_UPGRADES },
  migrations: CASE_MIGRATIONS,
};
