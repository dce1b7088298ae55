import { Logger } from '@nestjs/common';
import { TryLaterError } from '../../shared/domain/domain-error.js';
import { AuditEntry } from '../domain/audit-entry.js';
import { AuditLog, CurrentRequest, NewAuditEntry, RequestFacts } from '../domain/audit-log.js';
import { RecordAction } from './write-audit-log.js';

class RememberingLog extends AuditLog {
  readonly entries: NewAuditEntry[] = [];
  fault: Error | undefined;
  append(entry: NewAuditEntry): Promise<void> {
    if (this.fault !== undefined) return Promise.reject(this.fault);
    this.entries.push(entry);
    return Promise.resolve();
  }
  read(): Promise<readonly AuditEntry[]> {
    return Promise.resolve([]);
  }
  anchor() {
    return Promise.resolve({ seq: 0, hash: '' });
  }
  removeBefore(): Promise<number> {
    return Promise.resolve(0);
  }
}

const FACTS: RequestFacts = {
  requestId: 'req_1',
  caller: 'key_1',
  route: 'POST /search',
  filter: ['a'],
  agentId: null,
};
const ACTION = { action: 'search', question: 'my secret', shown: [], detail: null } as const;

describe('RecordAction', () => {
  const log = new RememberingLog();
  let facts: RequestFacts | undefined = FACTS;
  const request: CurrentRequest = { read: () => facts };
  const recording = new RecordAction(
    log,
    request,
    { apply: (text) => text.replace('secret', '[x]') },
    { now: () => new Date(0) },
  );

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    log.entries.length = 0;
    log.fault = undefined;
    facts = FACTS;
  });

  it('records caller and time, and redacts personal data', async () => {
    expect(await recording.record(ACTION)).toBe(true);
    expect(log.entries).toEqual([{ ...FACTS, ...ACTION, at: '1970-01-01T00:00:00.000Z', question: 'my [x]' }]);
  });

  it('uses the key from the use case if the request has none yet', async () => {
    await recording.record({ ...ACTION, question: null, caller: 'key_2' });
    expect(log.entries).toMatchObject([{ caller: 'key_2', question: null }]);
  });

  it('writes nothing outside a request', async () => {
    facts = undefined;
    expect(await recording.record(ACTION)).toBe(true);
    expect(log.entries).toEqual([]);
  });

  it('logs a failed write and still answers; throws on a programming error', async () => {
    log.fault = new TryLaterError('locked', 'The store is locked.', 1);
    expect(await recording.record(ACTION)).toBe(false);
    log.fault = new Error('a bug');
    await expect(recording.record(ACTION)).rejects.toThrow('a bug');
  });
});
