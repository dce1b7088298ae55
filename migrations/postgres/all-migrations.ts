import type { PostgresMigration } from '../../src/shared/infrastructure/database/postgres/migrate-postgres.js';
import { documentsAndSearch } from './1764500000000-documents-and-search.js';
import { work } from './1764500000001-work.js';
import { cases } from './1764500000002-cases.js';
import { feedbackAndAudit } from './1764500000003-feedback-and-audit.js';
import { searchInTheDatabase } from './1764500000010-search-in-the-database.js';
import { resultGists } from './1764600000000-result-gists.js';
import { queuedJobs } from './1764600000001-queued-jobs.js';
import { segmentsOfWords } from './1764700000000-segments-of-words.js';
import { speltTitles } from './1764800000000-spelt-titles.js';
import { sharedPurses } from './1764900000000-shared-purses.js';
import { rightsAtEachReading } from './1765100000000-rights-at-each-reading.js';
import { storedResponses } from './1765200000000-stored-responses.js';
import { copiesOfTexts } from './1765300000000-copies-of-texts.js';
import { originals } from './1765300000001-originals.js';
import { editions } from './1765300000002-editions.js';
import { sources } from './1765400000000-sources.js';
import { testDatasets } from './1765400000001-test-datasets.js';
import { testTargets } from './1764950000000-test-targets.js';

/** Oldest first. */
export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
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
];
