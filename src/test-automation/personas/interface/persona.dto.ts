import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';

/** The requested set of personas. */
export class PersonasQueryDto {
  /** Another set than that of the specification. @example "university" */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  set?: string;
}

/** A simulated person who asks questions. */
export class PersonaDto {
  /** @example "freshman" */
  id!: string;
  /** @example "신입생" */
  name!: string;
  /** The name for readers of English; null where the set has only `name`. @example "First-year student" */
  name_en!: string | null;
  /** The name for readers of Korean; null where the set has only `name`. @example null */
  name_ko!: string | null;
  /** @example "학교 제도가 낯설고 편한 말투로 묻는다." */
  description!: string;
  /** @example "ko" */
  language!: string;
  /** @example ["기한을 놓치지 않기"] */
  @ApiProperty({ type: [String] })
  goals!: readonly string[];
  /** novice, informed or expert. @example "novice" */
  knowledge!: string;
  /** casual, polite, formal, anxious or angry. @example "casual" */
  tone!: string;
  /** @example ["수강철", "장학금"] */
  @ApiProperty({ type: [String] })
  vocabulary!: readonly string[];
  /** Category paths that concern the person; empty means all. @example [] */
  @ApiProperty({ type: 'array', items: { type: 'array', items: { type: 'string' } } })
  audience_paths!: readonly (readonly string[])[];
}

/** A page of personas. */
export class PersonaPageDto {
  items!: PersonaDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
