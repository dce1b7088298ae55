import fc from 'fast-check';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { AgentRequest, canonicalText, DEFAULT_RETRIEVAL, DEFAULT_REVIEW_BELOW, defineAgent, mayKnow } from './agent.js';

const request = (changes: Partial<AgentRequest> = {}): AgentRequest => ({
  version: '1.0.0',
  nodePaths: [['AI', 'ML']],
  name: undefined,
  tools: [],
  retrieval: DEFAULT_RETRIEVAL,
  reviewBelow: DEFAULT_REVIEW_BELOW,
  ...changes,
});
const idText = (changes: Partial<AgentRequest>) => canonicalText(defineAgent(request(changes)));

describe('defineAgent', () => {
  it('folds paths, drops duplicates and keeps the order (AC-ORCH-006 E)', () => {
    const nodePaths = [[' Network '], ['AI', ' ML'], ['network'], ['Database'], ['ai', 'ml']];
    expect(defineAgent(request({ nodePaths })).allowedPaths).toEqual([['network'], ['ai', 'ml'], ['database']]);
  });

  it('treats composed and decomposed Korean as one path', () => {
    const nodePaths = [
      ['학칙', '휴학'],
      ['학칙'.normalize('NFD'), '휴학'.normalize('NFD')],
    ];
    expect(defineAgent(request({ nodePaths })).allowedPaths).toEqual([['학칙', '휴학']]);
  });

  it('names an agent after its categories, within 200 characters', () => {
    const name = (nodePaths: string[][]) => defineAgent(request({ nodePaths })).name;
    expect(
      name([
        ['AI', 'ML'],
        ['학칙', '휴학'],
        ['X', 'ML'],
      ]),
    ).toBe('ml, 휴학');
    expect(name(Array.from({ length: 10 }, (_, i) => [`${i}${'가'.repeat(40)}`]))).toHaveLength(200);
  });

  it('sorts tools, whatever the order of the request', () => {
    expect(defineAgent(request({ tools: ['ask', 'search'] })).tools).toEqual(['search', 'ask']);
  });
});

describe('canonicalText', () => {
  it('is equal for equivalent requests', () => {
    expect(
      idText({
        nodePaths: [
          ['ai', ' ML '],
          ['AI', 'ml'],
        ],
      }),
    ).toBe(idText({}));
    expect(idText({ name: ' Rules ' })).toBe(idText({ name: 'Rules' }));
  });

  it.each<[string, Partial<AgentRequest>]>([
    ['version', { version: '1.0.1' }],
    ['paths', { nodePaths: [['AI']] }],
    ['order of paths', { nodePaths: [['AI', 'ML'], ['B']] }],
    ['name', { name: 'other' }],
    ['tools', { tools: ['ask'] }],
    ['numbers', { retrieval: { ...DEFAULT_RETRIEVAL, wordTopK: 13 } }],
    ['threshold', { reviewBelow: 0.6 }],
  ])('is another for another %s', (_, changes) => {
    expect(idText(changes)).not.toBe(idText({}));
  });

  it('never joins the labels of different paths', () => {
    const label = fc.string({ minLength: 1, maxLength: 4 });
    const paths = fc.array(fc.array(label, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const [one, other] = [a, b].map((nodePaths) => defineAgent(request({ nodePaths })));
        const same = JSON.stringify(one?.allowedPaths) === JSON.stringify(other?.allowedPaths);
        expect(idText({ nodePaths: a }) === idText({ nodePaths: b })).toBe(same);
      }),
    );
  });
});

describe('mayKnow', () => {
  const agent = { allowedPaths: [['ai', 'ml'], ['database']] };

  it('shows an agent to callers who may see all of its categories', () => {
    expect(mayKnow(UNRESTRICTED, agent)).toBe(true);
    expect(mayKnow(restrictedTo([['AI'], ['Database']]), agent)).toBe(true);
  });

  it('hides it from other callers', () => {
    expect(mayKnow(restrictedTo([['AI']]), agent)).toBe(false);
    expect(mayKnow(restrictedTo([['AI', 'ML', 'Deep'], ['Database']]), agent)).toBe(false);
    expect(mayKnow(restrictedTo([]), agent)).toBe(false);
  });
});
