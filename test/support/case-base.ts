import { rmSync } from 'node:fs';
import { CreateCase } from '../../src/cbr/application/create-case.js';
import { CurrentSelector } from '../../src/cbr/application/current-selector.js';
import { EmbedCases } from '../../src/cbr/application/embed-cases.js';
import { FindRequest, FindSimilarCases, SimilarCases } from '../../src/cbr/application/find-similar-cases.js';
import { FitSelector } from '../../src/cbr/application/fit-selector.js';
import { GiveFeedback } from '../../src/cbr/application/give-feedback.js';
import { ImportCases } from '../../src/cbr/application/import-cases.js';
import { ReadCases } from '../../src/cbr/application/read-cases.js';
import { ReadCaseStatistics } from '../../src/cbr/application/read-case-statistics.js';
import { RecallCases } from '../../src/cbr/application/recall-cases.js';
import { RetainCase } from '../../src/cbr/application/retain-case.js';
import { ShowCases } from '../../src/cbr/application/show-cases.js';
import { SuggestCases, RecordSuggestion } from '../../src/cbr/application/suggest-cases.js';
import { UpdateCase, DeleteCase } from '../../src/cbr/application/change-case.js';
import { WriteCases } from '../../src/cbr/application/write-cases.js';
import { EmbeddedQuestions, QuestionEmbedder } from '../../src/cbr/domain/question-embedder.js';
import { SuggestionCache } from '../../src/cbr/domain/suggestion-cache.js';
import { openCaseDatabase } from '../../src/cbr/infrastructure/case-database.js';
import { loadCaseIndex } from '../../src/cbr/infrastructure/case-index-loader.js';
import { SqlCaseLogs } from '../../src/cbr/infrastructure/sql-case-logs.js';
import { SqlSelectorStore } from '../../src/cbr/infrastructure/sql-case-settings.js';
import { SqlCaseStatistics } from '../../src/cbr/infrastructure/sql-case-statistics.js';
import { SqliteCaseStore } from '../../src/cbr/infrastructure/sqlite-case-store.js';
import { SqliteCaseVectors } from '../../src/cbr/infrastructure/sqlite-case-vectors.js';
import { readEnvironment } from '../../src/config/environment.js';
import { Analyser } from '../../src/text/tokens/analyser.js';
import { embedNgrams } from '../../src/search/embedding/domain/ngram-embedding.js';
import { EnglishLexicon } from '../../src/shared/infrastructure/english-lexicon.js';
import { UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { Clock } from '../../src/shared/domain/clock.js';
import { RandomIdGenerator } from '../../src/shared/infrastructure/clock-and-ids.js';
import { temporaryFolder } from './application.js';
import { SomeGone } from './fake-quotes.js';
import { AnswerCheck, CheckedAnswer } from '../../src/cbr/domain/case-answers.js';

export class SettableClock extends Clock {
  at = Date.parse('2026-11-22T09:00:00.000Z');

  now(): Date {
    return new Date(this.at);
  }
}

/** Hashed n-grams under any model name; it can be unavailable, and counts its calls. */
export class SettableEmbedder extends QuestionEmbedder {
  model = 'model-1';
  byProvider = true;
  away = false;
  asked = 0;
  private readonly analyser = new Analyser(new EnglishLexicon());

  embed(questions: readonly string[]): Promise<EmbeddedQuestions | undefined> {
    if (this.away) return Promise.resolve(undefined);
    this.asked += questions.length;
    const vectors = questions.map((text) => embedNgrams(this.analyser.termsOf(text).map((term) => [term, 1] as const)));
    return Promise.resolve({ model: this.model, byProvider: this.byProvider, vectors });
  }
}

export class SettableCheck extends AnswerCheck {
  result: CheckedAnswer = { verdict: 'passed', reasons: [] };

  check(): Promise<CheckedAnswer> {
    return Promise.resolve(this.result);
  }
}

/** A request with defaults: everything is visible, cosine, five cases. */
export function aRequest(fields: Partial<FindRequest> & { query: string }): FindRequest {
  return {
    filter: UNRESTRICTED,
    category: undefined,
    k: 5,
    method: 'cosine',
    minQuality: 0,
    rankBy: 'similarity',
    ...fields,
  };
}

/** The use cases of the case base over a real file; `reopen` is a restart. */
export async function openCaseBase(folder = temporaryFolder()) {
  const database = await openCaseDatabase(readEnvironment({ DATA_DIR: folder }));
  // No test cuts the power: waiting for the disk would only make them slow.
  database.writer.pragma('synchronous = OFF');
  const [clock, ids, embedder, check] = [
    new SettableClock(),
    new RandomIdGenerator(),
    new SettableEmbedder(),
    new SettableCheck(),
  ];
  const quotes = new SomeGone();
  const showCases = new ShowCases(quotes);
  const store = new SqliteCaseStore(database);
  const logs = new SqlCaseLogs(database.sql);
  const transaction = database.transaction;
  const index = await loadCaseIndex(store, new Analyser(new EnglishLexicon()));
  const selector = new CurrentSelector(new SqlSelectorStore(database.sql), clock);
  const write = new WriteCases(store, transaction, index, clock, showCases);
  const embed = new EmbedCases(embedder, index, new SqliteCaseVectors(database), transaction);
  const find = new FindSimilarCases(index, store, embed, selector);
  const cache = new SuggestionCache<SimilarCases>(3_600_000);
  const statistics = new SqlCaseStatistics(database.sql);
  const read = new ReadCases(store, showCases, index);
  return {
    database,
    clock,
    embedder,
    quotes,
    check,
    logs,
    index,
    selector,
    cache,
    find,
    create: new CreateCase(write, ids),
    update: new UpdateCase(write, showCases),
    remove: new DeleteCase(write),
    read,
    suggest: new SuggestCases(
      new RecallCases(find, cache, clock),
      new RecordSuggestion(logs, transaction, ids, clock),
      showCases,
    ),
    feedback: new GiveFeedback(write, logs),
    importing: new ImportCases(write, ids),
    retain: new RetainCase(find, write, check, ids),
    statistics: new ReadCaseStatistics(statistics, selector, cache, index, read),
    fit: new FitSelector(logs, statistics, selector, transaction),
    async reopen() {
      await database.close();
      return openCaseBase(folder);
    },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type CaseBase = Awaited<ReturnType<typeof openCaseBase>>;
