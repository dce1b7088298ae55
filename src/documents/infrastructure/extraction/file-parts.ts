import { UnreadableFileError, UnsupportedFileError } from '../../domain/text-extractor.js';
import { charsetOf } from './decode-text.js';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { ExtractionReply, ExtractionTask, PartReply } from './extraction-task.js';
import { detectFormat } from './file-format.js';

/** A file in another file, before reading. */
export interface FilePart {
  readonly name: string;
  readonly mediaType?: string | undefined;
  /** Why a part cannot be extracted. */
  readonly fault?: UnreadableFileError;
  /**
   * Extracts the content.
   * @throws UnreadableFileError
   */
  readonly bytes: () => Uint8Array;
}

type ReadFile = (task: ExtractionTask, parts: FileParts) => Promise<ExtractionReply>;

/** Limits of all files of one upload together. */
interface Budget {
  files: number;
  bytes: number;
  characters: number;
}

/** Reads the files in a file. A part that cannot be read does not stop the others; a file with too many or too large parts is refused. */
export class FileParts {
  /**
   * @param read reads one file @param depth files around this one
   */
  constructor(
    private readonly read: ReadFile,
    private readonly depth = 0,
    private readonly budget: Budget = { files: 0, bytes: 0, characters: 0 },
  ) {}

  /** @throws UnreadableFileError for a file that is nested too deep or has too many parts */
  async readAll(parts: readonly FilePart[]): Promise<PartReply[]> {
    const { partDepth, parts: most } = EXTRACTION_LIMITS;
    if (parts.length > 0 && this.depth >= partDepth)
      throw new UnreadableFileError(`it holds files more than ${partDepth} levels deep; unpack it`);
    this.budget.files += parts.length;
    if (this.budget.files > most) throw new UnreadableFileError(`it holds more than ${most} files; split it`);
    const replies: PartReply[] = [];
    for (const part of parts) {
      replies.push(await this.readOne(part));
    }
    return replies;
  }

  private async readOne(part: FilePart): Promise<PartReply> {
    const { name } = part;
    try {
      if (part.fault !== undefined) throw part.fault;
      const bytes = this.spend(part.bytes());
      if (bytes.byteLength === 0) throw new UnreadableFileError('it is empty');
      const format = detectFormat(bytes, name, part.mediaType);
      if (format === 'picture') return { name, format, reply: { status: 'picture', bytes } };
      const charset = charsetOf(part.mediaType);
      const inner = new FileParts(this.read, this.depth + 1, this.budget);
      // The reader of PDF takes the bytes over, and text recognition may need them.
      const own = format === 'pdf' ? bytes.slice() : bytes;
      const reply = await this.read({ format, bytes: own, charset, name }, inner);
      // A scan needs text recognition, which starts programs: not possible here.
      if (format === 'pdf' && reply.status === 'done' && reply.text === '')
        return { name, format, reply: { status: 'picture', bytes } };
      this.count(reply);
      return { name, format, reply };
    } catch (error) {
      return { name, format: 'plain', reply: refusal(error, name) };
    }
  }

  private spend(bytes: Uint8Array): Uint8Array {
    this.budget.bytes += bytes.byteLength;
    if (this.budget.bytes > EXTRACTION_LIMITS.partBytes)
      throw new TooMuch(`its files have more than ${EXTRACTION_LIMITS.partBytes / 1_000_000} MB together; split it`);
    return bytes;
  }

  private count(reply: ExtractionReply): void {
    if (reply.status !== 'done') return;
    this.budget.characters += reply.text.length;
    if (this.budget.characters > EXTRACTION_LIMITS.partsTextLength)
      throw new TooMuch(`its files hold more than ${EXTRACTION_LIMITS.partsTextLength} characters; split it`);
  }
}

/** Aborts the reading of the whole file, not only of a part. */
class TooMuch extends UnreadableFileError {}

/**
 * A refusal as a reply.
 * @throws any other error
 */
export function refusal(error: unknown, name = ''): ExtractionReply {
  if (error instanceof TooMuch && name !== '') throw error;
  if (error instanceof UnsupportedFileError) return { status: 'unsupported' };
  if (!(error instanceof UnreadableFileError)) throw error;
  return { status: 'unreadable', reason: error.faults[0]?.detail ?? error.message };
}

/** The name of a part as a relative path: no root, no parent folder, no drive. */
export function partName(raw: string): string {
  return raw
    .split(/[/\\]/u)
    .map((folder) => folder.replace(/[\p{Cc}:*?"<>|]/gu, '').trim())
    .filter((folder) => folder !== '' && folder !== '.' && folder !== '..')
    .join('/');
}
