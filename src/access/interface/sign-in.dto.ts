import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { SCOPES } from '../domain/caller.js';

export class StartSignInDto {
  /** Path of this server that the browser returns to, with its query. @example "/pages/documents" */
  @IsOptional()
  @IsString()
  @MaxLength(1_000)
  return_to?: string = '/';
}

/** The signed-in person. */
export class SignedInPersonDto {
  /** Conversations, sessions and reviews of the person belong to this id. @example "user_8c1d0f93ab628c1d0f93ab62" */
  id!: string;
  /** @example "Kim Minji" */
  name!: string;
  /** @example "minji@example.org" */
  email!: string | null;
  /** Groups of the person at the provider, as it last reported them. @example ["students"] */
  groups!: string[];
  /** What the groups of the person give; empty if none of them has a rule. */
  @ApiProperty({ enum: SCOPES, isArray: true, example: ['query'] })
  scopes!: string[];
}

export class SignInStateDto {
  /** How callers are known: `sign-in` if people can sign in, `key` if only keys are known, `none` if nothing is needed. @example "sign-in" */
  @ApiProperty({ enum: ['none', 'key', 'sign-in'] })
  mode!: 'none' | 'key' | 'sign-in';
  /** Null without a session. */
  @ApiProperty({ type: SignedInPersonDto, nullable: true })
  person!: SignedInPersonDto | null;
  /** To send as X-CSRF-Token with every changing request of this session. */
  csrf_token!: string | null;
}

export class SignedOutDto {
  /** Where the browser ends the session at the provider; null if the provider has no such address. @example null */
  provider_url!: string | null;
}
