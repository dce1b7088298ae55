import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { MappingRuleDto, MAX_RULES } from '../../access/interface/users.dto.js';
import { GROUP_LIMITS } from '../../shared/domain/access-groups.js';
import { CATEGORY_PATHS_SCHEMA } from '../../shared/interface/property-schemas.js';
import { GroupPreview, SeenAnswer } from '../domain/group-preview.js';

/** Groups whose members are looked at. */
export class PreviewGroupDto {
  /** Groups at the provider, of one person together. @example ["hr-team"] */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(GROUP_LIMITS.perKey)
  @IsString({ each: true })
  @Length(1, GROUP_LIMITS.nameLength, { each: true })
  @Matches(/^[^\0]+$/u, { each: true, message: 'must not hold NUL characters' })
  provider_groups!: string[];

  /** Rules in place of those in force. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @IsObject({ each: true, message: 'each rule must be an object' })
  @ValidateNested({ each: true })
  @Type(() => MappingRuleDto)
  rules?: MappingRuleDto[];

  /** A question to ask as a member. @example "How often are Granite restores rehearsed?" */
  @IsOptional()
  @IsString()
  @Length(1, 2000)
  message?: string;
}

export class PreviewedCategoryDto {
  /** @example ["Database", "Backups"] */
  canonical_path!: string[];
  /** Documents exactly in this category, without those below it. @example 4 */
  @ApiProperty({ type: 'integer' })
  documents!: number;
}

export class PreviewedDocumentDto {
  /** @example "db/backups" */
  document_id!: string;
  /** @example "Backups" */
  title!: string;
  /** @example ["Database", "Backups"] */
  canonical_path!: string[];
}

export class PreviewedSourceDto extends PreviewedDocumentDto {
  /** Its number in the answer. @example 1 */
  @ApiProperty({ type: 'integer' })
  n!: number;
  /** @example "Restores are rehearsed every quarter." */
  quote!: string;
}

export class PreviewedAnswerDto {
  /** @example "Restores are rehearsed every quarter. [1]" */
  response!: string;
  /** @example false */
  abstained!: boolean;
  sources: PreviewedSourceDto[];

  constructor({ response, abstained, sources }: SeenAnswer) {
    this.response = response;
    this.abstained = abstained;
    this.sources = sources.map(({ n, documentId, title, canonicalPath, quote }) => ({
      n,
      document_id: documentId,
      title,
      canonical_path: [...canonicalPath],
      quote,
    }));
  }
}

/** What members of the groups see now. */
export class GroupPreviewDto {
  /** What they may do. @example ["query"] */
  scopes: string[];
  /** Categories that they see; null for all. */
  @ApiProperty({ ...CATEGORY_PATHS_SCHEMA, nullable: true })
  allowed_category_paths: string[][] | null;
  /** Groups of documents that they belong to. @example ["staff"] */
  groups: string[];
  /** Number of documents that they see. @example 4 */
  @ApiProperty({ type: 'integer' })
  documents: number;
  /** Categories with such documents. */
  categories: PreviewedCategoryDto[];
  /** The first ten of them, in the order of their ids. */
  first_documents: PreviewedDocumentDto[];
  /** Null without a question, and for members who may not ask. */
  @ApiProperty({ type: () => PreviewedAnswerDto, nullable: true })
  answer: PreviewedAnswerDto | null;

  constructor({ grant, categories, documents, answer }: GroupPreview) {
    this.scopes = [...grant.scopes];
    this.allowed_category_paths = grant.allowedCategoryPaths?.map((path) => [...path]) ?? null;
    this.groups = [...grant.groups];
    this.documents = categories.reduce((sum, one) => sum + one.documents, 0);
    this.categories = categories.map(({ path, documents: count }) => ({ canonical_path: [...path], documents: count }));
    this.first_documents = documents.map(({ documentId, title, canonicalPath }) => ({
      document_id: documentId,
      title,
      canonical_path: [...canonicalPath],
    }));
    this.answer = answer === undefined ? null : new PreviewedAnswerDto(answer);
  }
}
