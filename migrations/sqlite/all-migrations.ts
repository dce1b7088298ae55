import { DocumentsAndSearch1763700000000 } from './1763700000000-documents-and-search.js';
import { ConversationsAndJobs1763700000001 } from './1763700000001-conversations-and-jobs.js';
import { IndexInMemory1763800000000 } from './1763800000000-index-in-memory.js';
import { Cases1763900000000 } from './1763900000000-cases.js';
import { ApiKeys1763910000000 } from './1763910000000-api-keys.js';
import { JobOwners1763910000001 } from './1763910000001-job-owners.js';
import { Agents1763920000000 } from './1763920000000-agents.js';
import { AgentIds1763920000001 } from './1763920000001-agent-ids.js';
import { ConfigurationVersions1763930000000 } from './1763930000000-configuration-versions.js';
import { TestSessions1763940000000 } from './1763940000000-test-sessions.js';
import { LlmSpending1764230000000 } from './1764230000000-llm-spending.js';
import { Judging1764300000000 } from './1764300000000-judging.js';
import { Improvements1764310000000 } from './1764310000000-improvements.js';
import { Feedback1764400000000 } from './1764400000000-feedback.js';
import { AuditLog1764500000000 } from './1764500000000-audit-log.js';
import { ResultGists1764600000000 } from './1764600000000-result-gists.js';
import { SpeltTitles1764800000000 } from './1764800000000-spelt-titles.js';
import { TestDatasets1765400000001 } from './1765400000001-test-datasets.js';
import { TestTargets1764950000000 } from './1764950000000-test-targets.js';
import { NameOfTheStore1765000000000 } from './1765000000000-name-of-the-store.js';
import { GroundsOfAnswers1765100000000 } from './1765100000000-grounds-of-answers.js';
import { SourcesOfCases1765100000001 } from './1765100000001-sources-of-cases.js';
import { StoredResponses1765200000000 } from './1765200000000-stored-responses.js';
import { ExpiredKeys1765100000002 } from './1765100000002-expired-keys.js';
import { WholeDocumentIds1765200000000 } from './1765200000000-whole-document-ids.js';
import { CopiesOfTexts1765300000000 } from './1765300000000-copies-of-texts.js';
import { Originals1765300000001 } from './1765300000001-originals.js';
import { Editions1765300000002 } from './1765300000002-editions.js';
import { Sources1765400000000 } from './1765400000000-sources.js';

/** documents.db, oldest first. */
export const MAIN_MIGRATIONS = [
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
];

/** work.db, oldest first. */
export const WORK_MIGRATIONS = [
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
];

/** access.db, oldest first. */
export const ACCESS_MIGRATIONS = [ApiKeys1763910000000, ExpiredKeys1765100000002];

/** cbr_system.db, oldest first. */
export const CASE_MIGRATIONS = [Cases1763900000000, SourcesOfCases1765100000001];
