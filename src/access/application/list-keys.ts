import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor, Page } from '../../shared/domain/page.js';
import { ApiKey } from '../domain/api-key.js';
import { KeyStore } from '../domain/key-store.js';

@Injectable()
export class ListKeys {
  constructor(private readonly store: KeyStore) {}

  /** In creation order. @throws InvalidInputError for a cursor that no page returned */
  async list(request: { readonly limit: number; readonly cursor: string | undefined }): Promise<Page<ApiKey>> {
    // One row more than requested shows whether there is a next page.
    const found = await this.store.list(decodeCursor(request.cursor), request.limit + 1);
    const shown = found.slice(0, request.limit);
    const last = shown.at(-1);
    const nextCursor = found.length > shown.length && last !== undefined ? encodeCursor(last.row) : null;
    return { items: shown.map(({ key }) => key), nextCursor };
  }
}
