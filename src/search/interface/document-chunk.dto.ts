import { ApiProperty } from '@nestjs/swagger';

/** A passage of a document, as it was cut and parsed when the document was stored. */
export class DocumentChunkDto {
  /** @example "haeon/2-1-4@2026#2" */
  chunk_id!: string;
  /** Ordinal in the document, from 0. @example 2 */
  ordinal!: number;
  /** UTF-16 offset in the stored document. @example 310 */
  start!: number;
  /** @example 640 */
  end!: number;
  /** Headings above it; null in text without structure. @example "제1장 총칙 > 제3조(신청 기간과 방법)" */
  section!: string | null;
  /** Number of the article; null outside articles. @example "제3조" */
  article!: string | null;
  /** Exact text of the passage. @example "제3조(신청 기간과 방법) ① 휴학은 …" */
  text!: string;
  /** Extracted metadata: `kind` (article, section, paragraph, table, addendum, annex, form), `article_title`, `history` of its amendments, `deleted`, and `page` and `places` for files with pages. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { kind: 'article', article: '제3조', article_title: '신청 기간과 방법' },
  })
  metadata!: Record<string, unknown>;
}

/** A page of passages, in the order of the text. */
export class DocumentChunkPageDto {
  items!: DocumentChunkDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
