import { Injectable } from '@nestjs/common';
import { ReadCases } from '../../cbr/application/read-cases.js';
import { CONFIRMED_QUALITY } from '../../cbr/application/retain-case.js';
import { Case } from '../../cbr/domain/case.js';
import { answerSources } from '../../cbr/domain/case-answers.js';
import { Environment } from '../../config/environment.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { detectLanguage, Language } from '../../text/language.js';
import { ExampleCandidate, isShortQuestion } from '../domain/example.js';

/** Number of cases that are read. */
const READ = 100;
/** Maximum number of cases that are tried, so that the documents have their turn. */
const TRIED = 4;

/** A confirmed answer that still holds. The answer of a case without a quote cannot be compared with that of the documents. */
function candidatesOf({ query, qualityScore, isWithheld, isOutdated, sources = [] }: Case): ExampleCandidate[] {
  if (isWithheld === true || isOutdated === true || qualityScore < CONFIRMED_QUALITY) return [];
  const passages = answerSources({ sources }).flatMap(({ documentId, quote }) =>
    quote === undefined ? [] : [{ documentId, quote }],
  );
  const question = query.trim();
  if (passages.length === 0 || !isShortQuestion(question)) return [];
  return [{ question, language: detectLanguage(question), passages, facts: [] }];
}

/** Questions of stored cases that the caller may see. */
@Injectable()
export class CaseCandidates {
  constructor(
    private readonly readCases: ReadCases,
    private readonly environment: Environment,
  ) {}

  async find(filter: CategoryFilter, language: Language): Promise<readonly ExampleCandidate[]> {
    if (!this.environment.CBR_ENABLED) return [];
    const { items } = await this.readCases.list({ filter, category: undefined, cursor: undefined, limit: READ });
    const best = items.toSorted((a, b) => b.qualityScore - a.qualityScore).flatMap(candidatesOf);
    return best.filter((one) => one.language === language).slice(0, TRIED);
  }
}
