import { Injectable } from '@nestjs/common';
import { ReadDocuments } from '../../documents/application/read-documents.js';
import { DocumentSummary, StoredDocument } from '../../documents/domain/document.js';
import { ReadDocumentPassages } from '../../search/application/search-passages.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { EventLoopYielder, inSlices } from '../../shared/domain/steps.js';
import { askingsInSteps, coresInSteps, isRepealed } from '../../test-automation/questions/domain/all-seeds.js';
import { CoreQuestion } from '../../test-automation/questions/domain/core-question.js';
import { isInForce } from '../../test-automation/questions/domain/question-pool.js';
import { detectLanguage, Language } from '../../text/language.js';
import { ExampleCandidate, inTurns, isShortQuestion, spreadOver } from '../domain/example.js';
import { sectionQuestion } from '../domain/section-question.js';

/** Number of documents that are listed, and of those that are read: many short ones answer no question that can be made. */
const LISTED = 500;
const READ = 40;
/** Number of documents with a question. */
const ASKED = 6;
/** Questions are made from the start of a long document, in UTF-16 units. */
const LONGEST_TEXT = 60_000;
/** Number of chunks of a document whose headings are read. */
const CHUNKS = 50;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function fromSeed({ forms, language, documentId, quote, facts }: CoreQuestion): ExampleCandidate {
  return { question: capitalised(forms.polite), language, passages: [{ documentId, quote }], facts };
}

/** A provision whose answer is one value, asked for in a whole sentence. */
const isPlain = ({ isException, isComparison, group }: CoreQuestion): boolean =>
  !isException && !isComparison && group === undefined;

/** Questions about documents of the caller that are in force, with the sentence that answers each. */
@Injectable()
export class DocumentCandidates {
  constructor(
    private readonly readDocuments: ReadDocuments,
    private readonly readPassages: ReadDocumentPassages,
    private readonly clock: Clock,
  ) {}

  /** One of each document in turn. */
  async find(filter: CategoryFilter, language: Language): Promise<readonly ExampleCandidate[]> {
    const { items } = await this.readDocuments.list({ filter, path: undefined, cursor: undefined, limit: LISTED });
    const day = today(this.clock);
    const current = items.filter((one) => isInForce(one, day) && !isRepealed(one));
    const others = new EventLoopYielder();
    const lists: ExampleCandidate[][] = [];
    for (const { documentId } of this.chosen(current, language)) {
      const document = await this.one(documentId, filter);
      if (document === undefined) continue;
      const found = [...(await this.fromText(document, others)), ...(await this.fromHeadings(document, filter))];
      const fitting = found.filter((one) => one.language === language && isShortQuestion(one.question));
      if (fitting.length > 0) lists.push(fitting);
      if (lists.length === ASKED) break;
    }
    return inTurns(lists);
  }

  /** Documents over the whole list, with titles in the language first. */
  private chosen(documents: readonly DocumentSummary[], language: Language): readonly DocumentSummary[] {
    const own = documents.filter(({ title }) => detectLanguage(title) === language);
    const foreign = documents.filter(({ title }) => detectLanguage(title) !== language);
    return [...spreadOver(own, READ), ...spreadOver(foreign, READ)].slice(0, READ);
  }

  private async fromText(document: StoredDocument, others: EventLoopYielder): Promise<ExampleCandidate[]> {
    const { documentId, title, canonicalPath, version, effectiveFrom, effectiveTo } = document;
    const text = document.text.slice(0, LONGEST_TEXT);
    const source = { documentId, title, text, canonicalPath, version, effectiveFrom, effectiveTo };
    const asPeopleAsk = await inSlices(askingsInSteps(source), others);
    const literal = await inSlices(coresInSteps(source), others);
    // English questions in the documents' own words are parts of sentences.
    const whole = [...asPeopleAsk, ...literal.filter(({ language }) => language === 'ko')];
    return whole.filter(isPlain).map(fromSeed);
  }

  private async fromHeadings(
    { documentId, title }: StoredDocument,
    filter: CategoryFilter,
  ): Promise<ExampleCandidate[]> {
    const page = await this.readPassages.read({ documentId, filter, cursor: undefined, limit: CHUNKS });
    return page.items.flatMap(({ section, text }) => {
      const question = sectionQuestion(title, section);
      if (question === undefined) return [];
      return [{ question, language: detectLanguage(question), passages: [{ documentId, quote: text }], facts: [] }];
    });
  }

  private async one(documentId: string, filter: CategoryFilter): Promise<StoredDocument | undefined> {
    try {
      return await this.readDocuments.one(documentId, filter);
    } catch (error) {
      // Deleted since it was listed.
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }
}
