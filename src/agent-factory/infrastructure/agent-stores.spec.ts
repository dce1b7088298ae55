import { onEveryStore } from '../../../test/support/every-store.js';
import { Clock } from '../../shared/domain/clock.js';
import { decodeNameCursor } from '../../shared/domain/page.js';
import { AgentDefinition, DEFAULT_RETRIEVAL } from '../domain/agent.js';
import { AgentStore } from '../domain/agent-store.js';
import { SqlAgentStore } from './sql-agent-store.js';

const clock = { now: () => new Date('2026-11-22T00:00:00Z') };
const definition = (name: string): AgentDefinition => ({
  name,
  taxonomyVersion: '1.0.0',
  allowedPaths: [['학사', '학적'], ['database']],
  retrieval: { ...DEFAULT_RETRIEVAL, finalTopK: 3 },
  reviewBelow: 0.35,
  tools: ['search', 'suggest_cases'],
});

onEveryStore('agents', 'main', (opened) => {
  const open = (at: Clock = clock) => new SqlAgentStore(opened().sql, at);
  let store: AgentStore;
  beforeEach(() => {
    store = open();
  });

  it('returns an agent as stored, also after reopening the file', async () => {
    const made = await store.add('agent_1', definition('하나'));
    expect(await store.find('agent_1')).toEqual(made);
    await opened().restart();
    store = open();
    expect(await store.find('agent_1')).toEqual({
      ...definition('하나'),
      agentId: 'agent_1',
      createdAt: '2026-11-22T00:00:00.000Z',
    });
  });

  it('stores one agent per id and deletes a removed one', async () => {
    await store.add('agent_1', definition('one'));
    await store.add('agent_1', definition('one'));
    expect(await store.count()).toBe(1);
    await store.remove('agent_1');
    expect([await store.find('agent_1'), await store.count()]).toEqual([undefined, 0]);
  });

  it.each([1, 3, 7, 1000])('lists visible agents once each in pages of %d', async (limit) => {
    // More than one read batch, and mostly hidden ones.
    await opened().run('BEGIN');
    for (let i = 0; i < 450; i++) {
      // Three at a time, whose ids order them.
      const at = new Date(Date.UTC(2026, 10, 22, 0, 0, Math.floor(i / 3)));
      const dated = open({ now: () => at });
      await dated.add(`agent_${String(i).padStart(3, '0')}`, definition(String(i)));
    }
    await opened().run('COMMIT');
    const shows = ({ name }: AgentDefinition) => Number(name) % 50 === 7;
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list({ after: decodeNameCursor(cursor), limit, shows });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items.map((agent) => agent.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['7', '57', '107', '157', '207', '257', '307', '357', '407']);
  });

  it('returns cursors of visible agents only, so that no cursor discloses hidden ones', async () => {
    for (let i = 0; i < 9; i++) await store.add(`agent_${i}`, definition(String(i)));
    const shows = ({ name }: AgentDefinition) => ['0', '8'].includes(name);
    const withHidden = await store.list({ after: '', limit: 1, shows });
    await opened().run("DELETE FROM agents WHERE name NOT IN ('0', '8')");
    expect(await store.list({ after: '', limit: 1, shows })).toEqual(withHidden);
    expect(withHidden.nextCursor).not.toBeNull();
  });
});
