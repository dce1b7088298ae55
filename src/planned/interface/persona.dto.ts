import { IsOptional, IsString, Length } from 'class-validator';

/** Which set of personas. */
export class PersonasQueryDto {
  /** Another set than that of the specification. @example "library" */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  set?: string;
}

/** A simulated person who asks. */
export class PersonaDto {
  /** @example "freshman" */
  id!: string;
  /** @example "신입생" */
  name!: string;
  /** @example "학교 제도가 낯설고 편한 말투로 묻는다." */
  description!: string;
}

/** A page of personas. */
export class PersonaPageDto {
  items!: PersonaDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
