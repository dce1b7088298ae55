import { Injectable } from '@nestjs/common';
import {
  DocumentInput,
  Embedder,
  EmbeddingUnavailableError,
  passageHeading,
  SearchIndexWriter,
} from '../domain/search-index.js';

/** A document with its vectors, ready to be written; without vectors when the provider was away. */
export interface PreparedDocument {
  readonly document: DocumentInput;
  readonly vectors: readonly Float32Array[];
}

/** Puts documents into the index. Embedding may wait for a provider, so it is done before the transaction, writing inside it. */
@Injectable()
export class IndexDocuments {
  constructor(
    private readonly embedder: Embedder,
    private readonly writer: SearchIndexWriter,
  ) {}

  /** Embeds all passages of all documents together. A provider that is away leaves them to the backlog. */
  async prepare(documents: readonly DocumentInput[]): Promise<PreparedDocument[]> {
    const texts = documents.flatMap((document) =>
      document.passages.map((passage) => `${passageHeading(document.title, passage.section)}\n${passage.text}`),
    );
    const vectors = await this.embed(texts);
    let from = 0;
    return documents.map((document) => {
      const own = vectors.slice(from, from + document.passages.length);
      from += document.passages.length;
      return { document, vectors: own };
    });
  }

  /** Call inside a Transaction. */
  async write(prepared: PreparedDocument): Promise<void> {
    await this.writer.put(prepared.document, prepared.vectors);
  }

  /** Call inside a Transaction. */
  async remove(documentId: string): Promise<void> {
    await this.writer.remove(documentId);
  }

  private async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    try {
      return await this.embedder.embed(texts);
    } catch (error) {
      if (error instanceof EmbeddingUnavailableError) return [];
      throw error;
    }
  }
}
