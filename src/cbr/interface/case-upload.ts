import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Environment } from '../../config/environment.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { parseJson } from '../../shared/interface/body-parsers.js';
import { freeBytes, GrowingBytes } from '../../shared/interface/growing-bytes.js';
import { byteLines, isBlank } from '../../shared/interface/ndjson-lines.js';
import { ImportCaseFile, ImportCases, ImportLine, ImportOutcome } from '../application/import-cases.js';

export const NDJSON = 'application/x-ndjson';
export const SQLITE = 'application/vnd.sqlite3';
/** A case is a question and an answer, so lines are short. */
const MAX_LINE_BYTES = 1_000_000;
const MB = 1024 * 1024;

function isByteStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function readRecord(bytes: Buffer | undefined): ImportLine['record'] {
  if (bytes === undefined)
    return new DomainError(
      'too-large',
      'too-large',
      `The line is longer than ${MAX_LINE_BYTES} bytes; shorten the case.`,
    );
  try {
    const value = parseJson(bytes);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value));
    return new InvalidInputError([{ pointer: '', detail: 'a line must be a JSON object' }]);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ImportLine> {
  for await (const { line, bytes } of byteLines(stream, MAX_LINE_BYTES)) {
    if (bytes !== undefined && isBlank(bytes)) continue;
    yield { line, record: readRecord(bytes) };
  }
}

/** The body of an import: a stream of JSON lines, or a whole database file up to MAX_UPLOAD_MB. */
@Injectable()
export class CaseUpload {
  constructor(
    private readonly importCases: ImportCases,
    private readonly importFile: ImportCaseFile,
    private readonly environment: Environment,
  ) {}

  /**
   * @throws DomainError (415) for another content type, (413) for a file that is too large, (422) for an invalid file
   */
  async read({ headers, body }: FastifyRequest, filter: CategoryFilter): Promise<ImportOutcome> {
    const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
    if (isByteStream(body)) {
      if (type === NDJSON) return this.importCases.import(readLines(body), filter);
      if (type === SQLITE) return this.importFile.import(await this.whole(body), filter);
    }
    throw new DomainError(
      'unsupported-type',
      'unsupported-type',
      `Send one JSON object a line as ${NDJSON}, or a cbr_system.db as ${SQLITE}.`,
    );
  }

  private async whole(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
    const limit = this.environment.MAX_UPLOAD_MB;
    const file = new GrowingBytes();
    try {
      for await (const part of stream) {
        if (file.length + part.length > limit * MB)
          throw new DomainError(
            'too-large',
            'too-large',
            `The file is larger than ${limit} MB; raise MAX_UPLOAD_MB or send NDJSON.`,
          );
        file.add(part);
        freeBytes(part);
      }
      return file.whole();
    } catch (error) {
      file.free();
      throw error;
    }
  }
}
