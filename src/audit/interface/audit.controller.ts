import { Readable } from 'node:stream';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ManageUsers } from '../../access/application/manage-users.js';
import { ForWholeService, RequiresScope } from '../../access/interface/access.decorators.js';
import { decodeCursor, DEFAULT_PAGE, encodeCursor } from '../../shared/domain/page.js';
import { attachment } from '../../shared/interface/attachment.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ReadAuditLog } from '../application/read-audit-log.js';
import { AuditEntry } from '../domain/audit-entry.js';
import { AuditFilter } from '../domain/audit-log.js';
import { csvRows } from './audit-csv.js';
import { AuditEntryDto, AuditExportQueryDto, AuditPageDto, AuditQueryDto, AuditVerificationDto } from './audit.dto.js';

const JSON_LINES = 'application/x-ndjson';
const CSV = 'text/csv';

function toDto(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditEntryDto {
  return {
    seq: entry.seq,
    at: entry.at,
    request_id: entry.requestId,
    caller: entry.caller,
    caller_name: names.get(entry.caller) ?? null,
    route: entry.route,
    filter: entry.filter === null ? null : [...entry.filter],
    agent_id: entry.agentId,
    action: entry.action,
    question: entry.question,
    shown: entry.shown.map(({ id, passages }) => ({ id, passages: [...passages] })),
    detail: entry.detail,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

/** Names by id, each read once. */
class CallerNames {
  private readonly known = new Map<string, string>();
  private readonly asked = new Set<string>();

  constructor(private readonly users: ManageUsers) {}

  async of(callers: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const unknown = callers.filter((caller) => !this.asked.has(caller));
    if (unknown.length === 0) return this.known;
    for (const caller of unknown) this.asked.add(caller);
    for (const [id, name] of await this.users.namesOf(unknown)) this.known.set(id, name);
    return this.known;
  }
}

async function* lines(entries: AsyncIterable<AuditEntry>, names: CallerNames): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(toDto(entry, await names.of([entry.caller])))}\n`;
}

/** Filter of a query; times are compared as text in UTC. */
function filterOf({ caller, action, since, until, text }: AuditExportQueryDto | AuditQueryDto): AuditFilter {
  const utc = (time: string | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
  return { caller, action, since: utc(since), until: utc(until), text };
}

/** For auditors: who asked what, under which filter, and what was shown. */
@ApiTags('Audit')
@Controller('audit')
export class AuditController {
  constructor(
    private readonly log: ReadAuditLog,
    private readonly users: ManageUsers,
  ) {}

  /** Lists entries in write order, or the newest first. */
  @Get()
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: AuditQueryDto): Promise<AuditPageDto> {
    const limit = query.limit ?? DEFAULT_PAGE;
    const page = { after: decodeCursor(query.cursor), limit: limit + 1, newestFirst: query.order === 'newest' };
    const entries = await this.log.page({ ...filterOf(query), ...page });
    const names = await this.users.namesOf(entries.map((entry) => entry.caller));
    const items = entries.slice(0, limit).map((entry) => toDto(entry, names));
    const last = items.at(-1);
    return { items, next_cursor: entries.length > limit && last !== undefined ? encodeCursor(last.seq) : null };
  }

  /** Exports the log, or the part that the filters select, as JSON lines or as CSV. */
  @Get('export')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiOkResponse({
    content: { [JSON_LINES]: { schema: { type: 'string' } }, [CSV]: { schema: { type: 'string' } } },
  })
  @ApiProblems(401, 403, 422, 429)
  export(@Query() query: AuditExportQueryDto): StreamableFile {
    const entries = this.log.all(filterOf(query));
    const isTable = query.format === 'csv';
    return new StreamableFile(Readable.from(isTable ? csvRows(entries) : lines(entries, new CallerNames(this.users))), {
      type: isTable ? `${CSV}; charset=utf-8` : JSON_LINES,
      disposition: attachment(isTable ? 'audit.csv' : 'audit.jsonl'),
    });
  }

  /** Verifies the whole chain: reports whether and where an entry was changed, removed or inserted. */
  @Get('verify')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 429)
  async verify(): Promise<AuditVerificationDto> {
    const { last, entries, brokenAt } = await this.log.verify();
    return {
      intact: brokenAt === undefined,
      entries,
      last_seq: last.seq,
      last_hash: last.hash,
      broken_at: brokenAt ?? null,
    };
  }
}
