/** One fault of a request. */
export class ProblemFaultDto {
  /** JSON Pointer of the value at fault. @example "/canonical_path/0" */
  pointer!: string;

  /** What to change. @example "must be a string" */
  detail!: string;
}

/** Every error of this server (RFC 9457, application/problem+json). */
export class ProblemDto {
  /** Identifies the kind of problem. @example "urn:touchstone:problem:invalid-input" */
  type!: string;

  /** The kind in words. @example "Unprocessable Entity" */
  title!: string;

  /** HTTP status. @example 422 */
  status!: number;

  /** What to change, in one English sentence. @example "/query: must be a string of 1..4000 characters" */
  detail!: string;

  /** The path that was asked for. @example "/search" */
  instance!: string;

  /** Id of the request, as in the log and in X-Request-Id. @example "0f8a6a8c-5a4e-4f53-9f7e-0a3d3f1e2b11" */
  request_id!: string;

  /** Every field at fault. */
  errors?: ProblemFaultDto[];
}

/** An error in the format of SCIM (RFC 7644, 3.12). */
export class ScimErrorDto {
  /** @example ["urn:ietf:params:scim:api:messages:2.0:Error"] */
  schemas!: string[];
  /** HTTP status, as text. @example "409" */
  status!: string;
  /** Kind of the fault: `uniqueness`, `invalidSyntax`, `invalidFilter`, `invalidPath` or `invalidValue`. @example "uniqueness" */
  scimType?: string;
  /** What to change, in one English sentence. @example "The userName 'minji@example.org' is taken; use another one." */
  detail!: string;
}
