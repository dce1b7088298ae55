import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, type Fault, InvalidInputError } from '../../shared/domain/domain-error.js';
import { parseJson } from '../../shared/interface/body-parsers.js';
import { holdBytes } from '../../shared/interface/request-bodies.js';

const KB = 1024;

/** Limits of a form, under the parser's names; `parts` counts empty parts too. */
export const FORM_LIMITS = { files: 1, fields: 10, parts: 11, fieldSize: 64 * KB } as const;

/** The parts of a form that has a valid shape. */
export interface UploadForm {
  readonly file: { readonly bytes: Buffer; readonly name: string; readonly mediaType: string } | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Parts that are not accepted in a form. */
  readonly faults: readonly Fault[];
}

const TOO_MANY_PARTS: Fault = {
  pointer: '',
  detail: `the form has too many parts: send one file and up to ${FORM_LIMITS.fields} fields`,
};

/** Faults of a form that the parser reports as errors with an unsuitable status. */
const PARSER_FAULTS: ReadonlyMap<unknown, Fault> = new Map([
  ['FST_FILES_LIMIT', { pointer: '/file', detail: 'the form has more than one file: send one file a request' }],
  ['FST_FIELDS_LIMIT', TOO_MANY_PARTS],
  ['FST_PARTS_LIMIT', TOO_MANY_PARTS],
  [
    'FST_PROTO_VIOLATION',
    { pointer: '', detail: 'a field has the name of a member of every object: remove the field' },
  ],
  [
    'FST_INVALID_JSON_FIELD_ERROR',
    { pointer: '', detail: 'a field has the content type application/json and is not JSON: correct it' },
  ],
]);

function fileTooLarge(): DomainError {
  return new DomainError(
    'too-large',
    'too-large',
    'The file is larger than MAX_UPLOAD_MB; split it, or raise the limit.',
  );
}

/** Only the last part of a file name is used; the rest is a path on the sender's machine. */
function baseName(name: unknown): string {
  return typeof name === 'string' ? (name.split(/[/\\]/).at(-1) ?? '') : '';
}

/**
 * Reads a file of the form.
 * @throws DomainError (413) above MAX_UPLOAD_MB, (503) when all request bodies together use too much memory
 */
async function readFile(request: FastifyRequest, { file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) continue;
    holdBytes(request, bytes.length);
    chunks.push(bytes);
  }
  if (file.truncated) throw fileTooLarge();
  return Buffer.concat(chunks);
}

/** The fault of a part, whatever its value. */
function faultOf(part: MultipartFile | MultipartValue, isKnown: boolean): string | undefined {
  if (isKnown) return 'appears more than once: send it once';
  if (part.type === 'file')
    return part.fieldname === 'file' ? undefined : 'is a file: send the file in the field "file" and text here';
  return part.valueTruncated ? `has more than ${FORM_LIMITS.fieldSize / KB} KB: shorten it` : undefined;
}

async function readParts(request: FastifyRequest): Promise<UploadForm> {
  const fields = new Map<string, unknown>();
  const names = new Set<string>();
  const faults: Fault[] = [];
  let file: UploadForm['file'];
  for await (const part of request.parts()) {
    // A file that is not read blocks the parts after it.
    const bytes = part.type === 'file' ? await readFile(request, part) : undefined;
    const detail = faultOf(part, names.has(part.fieldname));
    names.add(part.fieldname);
    if (detail !== undefined) faults.push({ pointer: `/${part.fieldname}`, detail });
    else if (part.type === 'field') fields.set(part.fieldname, part.value);
    else if (bytes !== undefined) file = { bytes, name: baseName(part.filename), mediaType: part.mimetype };
  }
  return { file, fields: withLists(fields), faults };
}

/** Fields that are the text of a JSON array. */
const LISTS = new Set(['canonical_path', 'groups']);

/** A list that cannot be parsed stays text, which the validation of the field rejects. */
function withLists(fields: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const read = (name: string, value: unknown): unknown => {
    if (!LISTS.has(name) || typeof value !== 'string') return value;
    try {
      return parseJson(Buffer.from(value));
    } catch {
      return value;
    }
  };
  return Object.fromEntries([...fields].map(([name, value]) => [name, read(name, value)]));
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/**
 * Reads the form of an upload.
 * @throws DomainError (413) for a file above MAX_UPLOAD_MB, (422) for a form with too many parts, (400) for one that cannot be parsed
 */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  try {
    return await readParts(request);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw fileTooLarge();
    const fault = PARSER_FAULTS.get(code);
    if (fault !== undefined) throw new InvalidInputError([fault]);
    // The multipart parser throws plain errors for a malformed form.
    if (error instanceof Error && !('statusCode' in error) && !(error instanceof DomainError)) {
      throw new DomainError(
        'unparsable',
        'unparsable',
        'The form cannot be read: it is cut off, or its boundary is not that of the content type.',
      );
    }
    throw error;
  }
}
