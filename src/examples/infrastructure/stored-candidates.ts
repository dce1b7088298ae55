import { Injectable } from '@nestjs/common';
import { CaseIndex } from '../../cbr/domain/case-index.js';
import { ActiveConfiguration } from '../../config/domain/configuration-version.js';
import { IndexVersion } from '../../search/domain/indexed-passage.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { Language } from '../../text/language.js';
import { ExampleCandidate, ExampleCandidates } from '../domain/example.js';
import { CaseCandidates } from './case-candidates.js';
import { DocumentCandidates } from './document-candidates.js';

const OTHER: Readonly<Record<Language, Language>> = { en: 'ko', ko: 'en' };

/** Questions of cases and of documents. The other language is for a store that has nothing in the reader's own. */
@Injectable()
export class StoredCandidates extends ExampleCandidates {
  constructor(
    private readonly cases: CaseCandidates,
    private readonly documents: DocumentCandidates,
    private readonly documentVersion: IndexVersion,
    private readonly caseIndex: CaseIndex,
    private readonly configuration: ActiveConfiguration,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** The day is a part of it: editions come into force and expire. */
  async state(): Promise<string> {
    await this.documentVersion.settled();
    await this.caseIndex.settled();
    const { current } = this.configuration;
    return [this.documentVersion.current(), this.caseIndex.version, current.version, today(this.clock)].join(' ');
  }

  async find(filter: CategoryFilter, language: Language): Promise<readonly ExampleCandidate[]> {
    const all: ExampleCandidate[] = [];
    for (const one of [language, OTHER[language]])
      all.push(...(await this.cases.find(filter, one)), ...(await this.documents.find(filter, one)));
    return [...new Map(all.toReversed().map((one) => [one.question, one])).values()].toReversed();
  }
}
