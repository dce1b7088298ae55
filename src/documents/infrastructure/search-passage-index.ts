import { Injectable } from '@nestjs/common';
import { AccessGroups } from '../../shared/domain/access-groups.js';
import { IndexDocuments, PreparedDocument } from '../../search/application/index-documents.js';
import { DocumentInput, PassageInput } from '../../search/domain/indexed-passage.js';
import { IndexableDocument, PassageIndex, PreparedForIndex } from '../domain/document.js';
import { Passage } from '../domain/passage.js';
import { TextPlace, placesIn } from '../domain/document-block.js';

function toInput(passage: Passage, text: string, places: readonly TextPlace[]): PassageInput {
  const own = placesIn(passage, places);
  const [first] = own;
  return {
    start: passage.start,
    end: passage.end,
    text: text.slice(passage.start, passage.end),
    section: passage.section,
    article: passage.article,
    metadata: {
      kind: passage.kind,
      ...(passage.article === undefined ? {} : { article: passage.article }),
      ...(passage.articleTitle === undefined ? {} : { article_title: passage.articleTitle }),
      ...(passage.history.length === 0 ? {} : { history: passage.history }),
      ...(passage.deleted ? { deleted: true } : {}),
      ...(first === undefined ? {} : { page: first.page, places: own.map(toPassagePlace) }),
    },
  };
}

/** As `PassagePlace` of the search reads it. */
function toPassagePlace({ start, end, page, box }: TextPlace): readonly number[] {
  return [start, end, page, ...(box ?? [])];
}

function toDocument({ document, passages }: IndexableDocument): DocumentInput {
  return {
    documentId: document.documentId,
    title: document.title,
    canonicalPath: document.canonicalPath,
    groups: document.groups,
    url: document.sourceUrl,
    date: document.date,
    version: document.version,
    effectiveFrom: document.effectiveFrom,
    effectiveTo: document.effectiveTo,
    metadata: document.metadata,
    passages: passages.map((passage) => toInput(passage, document.text, document.places ?? [])),
  };
}

/** Documents in the form of the search feature. */
@Injectable()
export class SearchPassageIndex extends PassageIndex {
  private readonly prepared = new WeakMap<PreparedForIndex, PreparedDocument>();

  constructor(private readonly index: IndexDocuments) {
    super();
  }

  async prepare(documents: readonly IndexableDocument[]): Promise<readonly PreparedForIndex[]> {
    const prepared = await this.index.prepare(documents.map(toDocument));
    return prepared.map((each) => {
      const own = { documentId: each.document.documentId, write: () => this.index.writeAll([each]) };
      this.prepared.set(own, each);
      return own;
    });
  }

  override async writeAll(prepared: readonly PreparedForIndex[]): Promise<void> {
    await this.index.writeAll(prepared.flatMap((each) => this.prepared.get(each) ?? []));
  }

  regroup(documentId: string, groups: AccessGroups): Promise<void> {
    return this.index.regroup(documentId, groups);
  }

  remove(documentId: string): Promise<void> {
    return this.index.remove(documentId);
  }
}
