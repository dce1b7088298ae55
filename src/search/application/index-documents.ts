import { Injectable } from '@nestjs/common';
import { AccessGroups } from '../../shared/domain/access-groups.js';
import { EmbeddingUnavailableError } from '../embedding/domain/embedder.js';
import { DocumentInput, passageHeading, SearchIndexWriter } from '../domain/indexed-passage.js';
import { ProviderVectors } from '../embedding/application/embed-backlog.js';

/**
 * A document with its vectors, ready to be written; without vectors if the index makes them itself or the provider was
 * unavailable.
 */
export interface PreparedDocument {
  readonly document: DocumentInput;
  readonly vectors: readonly Float32Array[];
}

/**
 * Puts documents into the index. Embedding may wait for a provider, so it runs before the transaction; writing runs
 * inside it.
 */
@Injectable()
export class IndexDocuments {
  constructor(
    private readonly vectors: ProviderVectors,
    private readonly writer: SearchIndexWriter,
  ) {}

  /** Embeds all passages of all documents together. If the provider is unavailable, the backlog embeds them later. */
  async prepare(documents: readonly DocumentInput[]): Promise<PreparedDocument[]> {
    const texts = documents.flatMap((document) =>
      document.passages.map((passage) => `${passageHeading(document.title, passage.section)}\n${passage.text}`),
    );
    const vectors = await this.embed(texts);
    await this.writer.prepare(documents);
    let from = 0;
    return documents.map((document) => {
      const own = vectors.slice(from, from + document.passages.length);
      from += document.passages.length;
      return { document, vectors: own };
    });
  }

  /** Writes each document once. Call inside a Transaction. */
  async writeAll(prepared: readonly PreparedDocument[]): Promise<void> {
    const ids = await this.writer.putAll(prepared.map(({ document }) => document));
    const provider = this.vectors.providers.configured;
    if (provider === undefined) return;
    const pairs = prepared.flatMap(({ vectors }, d) =>
      (ids[d] ?? []).flatMap((id, i) => {
        const vector = vectors[i];
        return vector === undefined ? [] : [{ id, vector }];
      }),
    );
    await this.vectors.put(provider, pairs);
  }

  /** Gives the passages of a document other groups; their words and vectors stay. Call inside a Transaction. */
  async regroup(documentId: string, groups: AccessGroups): Promise<void> {
    await this.writer.regroup(documentId, groups);
  }

  /** Call inside a Transaction. */
  async remove(documentId: string): Promise<void> {
    await this.writer.remove(documentId);
  }

  private async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const provider = this.vectors.providers.configured;
    if (provider === undefined || texts.length === 0) return [];
    try {
      return await provider.embed(texts, { purpose: 'passage' });
    } catch (error) {
      if (error instanceof EmbeddingUnavailableError) return [];
      throw error;
    }
  }
}
