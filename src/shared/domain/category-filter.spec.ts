import fc from 'fast-check';
import {
  allows,
  applyFilter,
  CategoryFilter,
  covers,
  FilterBypassError,
  filterKey,
  intersect,
  memberOf,
  outsideAllowed,
  parseFilters,
  restrictedTo,
  seenBy,
  UNRESTRICTED,
  visibilityScope,
} from './category-filter.js';

/** Labels with a common prefix: a prefix of letters must not match as a level. */
const label = fc.constantFrom('AI', 'AI2', 'A', 'ML', 'Café', '학칙', '학칙2', '휴학');
const validPath = fc.array(label, { minLength: 1, maxLength: 3 });

/** The same path in another spelling. */
const spelled = (path: readonly string[]) =>
  fc
    .array(fc.constantFrom('same', 'upper', 'lower', 'nfd', 'blank'), {
      minLength: path.length,
      maxLength: path.length,
    })
    .map((ways) =>
      path.map((text, i) => {
        if (ways[i] === 'upper') return text.toUpperCase();
        if (ways[i] === 'lower') return text.toLowerCase();
        return ways[i] === 'nfd' ? text.normalize('NFD') : ways[i] === 'blank' ? ` ${text}\u3000` : text;
      }),
    );
const variedPath = validPath.chain(spelled);
const filter: fc.Arbitrary<CategoryFilter> = fc.oneof(
  { arbitrary: fc.constant(UNRESTRICTED), weight: 1 },
  { arbitrary: fc.array(variedPath, { maxLength: 4 }).map(restrictedTo), weight: 6 },
);

/** Reference implementation of a filter: compares label by label. */
function lies(path: readonly string[], below: readonly string[]): boolean {
  const same = (a: string, b: string) =>
    a.trim().toLowerCase().normalize('NFC') === b.trim().toLowerCase().normalize('NFC');
  return below.length > 0 && below.length <= path.length && below.every((text, i) => same(text, path[i] ?? ''));
}

function refusal(payload: unknown): FilterBypassError {
  try {
    parseFilters(payload);
  } catch (error) {
    if (error instanceof FilterBypassError) return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(payload)}`);
}

describe('allows', () => {
  it('passes only paths at or below an allowed path, in any spelling', () => {
    fc.assert(
      fc.property(fc.array(variedPath, { maxLength: 4 }), variedPath, (allowed, path) => {
        expect(allows(restrictedTo(allowed), path)).toBe(allowed.some((ancestor) => lies(path, ancestor)));
      }),
    );
  });

  it('takes labels whole', () => {
    expect(allows(restrictedTo([['AI']]), ['AI2'])).toBe(false);
    expect(allows(restrictedTo([['AI', 'ML']]), ['AI'])).toBe(false);
  });

  it('passes nothing through an empty filter and everything through an unrestricted one', () => {
    expect(allows(restrictedTo([]), ['AI'])).toBe(false);
    expect(allows(restrictedTo([[]]), ['AI'])).toBe(false);
    expect(allows(UNRESTRICTED, ['AI'])).toBe(true);
  });
});

describe('outsideAllowed', () => {
  const refusal = (filter: CategoryFilter) => outsideAllowed(filter, ['Company', 'Trips'], 'documents').message;

  it('names the categories that are open, as they were written', () => {
    expect(refusal(restrictedTo([['Office', 'Travel'], ['AI']]))).toBe(
      'You may not store documents under Company > Trips. Categories open to you: AI, Office > Travel.',
    );
    expect(refusal(intersect(restrictedTo([['Office']]), memberOf(['staff'])))).toContain('open to you: Office.');
    expect(refusal(intersect(restrictedTo([['Office']]), restrictedTo([['OFFICE', 'Travel']])))).toContain(
      'open to you: OFFICE > Travel.',
    );
  });

  it('counts those that are too many to be named, and says where none is open', () => {
    const many = restrictedTo(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((label) => [label]));
    expect(refusal(many)).toContain('open to you: A, B, C, D, E, … (7).');
    expect(refusal(restrictedTo([]))).toContain('open to you: –.');
  });
});

describe('intersect', () => {
  it('passes exactly what both filters pass', () => {
    fc.assert(
      fc.property(filter, filter, variedPath, (a, b, path) => {
        expect(allows(intersect(a, b), path)).toBe(allows(a, path) && allows(b, path));
      }),
    );
  });

  it('does not depend on the order', () => {
    fc.assert(fc.property(filter, filter, (a, b) => filterKey(intersect(a, b)) === filterKey(intersect(b, a))));
  });

  it('does not depend on the grouping', () => {
    fc.assert(
      fc.property(filter, filter, filter, variedPath, (a, b, c, path) => {
        expect(allows(intersect(intersect(a, b), c), path)).toBe(allows(intersect(a, intersect(b, c)), path));
      }),
    );
  });

  it('has the unrestricted filter as its neutral element', () => {
    fc.assert(fc.property(filter, (a) => filterKey(intersect(a, UNRESTRICTED)) === filterKey(a)));
  });
});

describe('covers', () => {
  it.each([
    [UNRESTRICTED, UNRESTRICTED, true],
    [UNRESTRICTED, restrictedTo([['A']]), true],
    [restrictedTo([['A']]), UNRESTRICTED, false],
    [restrictedTo([['A']]), restrictedTo([['A', 'B'], ['a']]), true],
    [restrictedTo([['A', 'B']]), restrictedTo([['A']]), false],
    [restrictedTo([['A']]), restrictedTo([['AB']]), false],
    [restrictedTo([]), restrictedTo([]), true],
  ])('returns whether a filter passes all that another passes: %#', (wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected);
  });
});

describe('filterKey', () => {
  it('is one text for one filter, whatever the order of its paths', () => {
    fc.assert(
      fc.property(
        fc.array(variedPath),
        (paths) => filterKey(restrictedTo(paths)) === filterKey(restrictedTo([...paths].reverse())),
      ),
    );
  });

  it('keeps nothing and everything apart', () => {
    expect(filterKey(restrictedTo([]))).not.toBe(filterKey(UNRESTRICTED));
  });
});

describe('parseFilters', () => {
  it('reads an absent or empty object as unrestricted', () => {
    expect(parseFilters(undefined)).toEqual(UNRESTRICTED);
    expect(parseFilters({})).toEqual(UNRESTRICTED);
  });

  it.each([[[]], [[[]]], [[[], []]]])('reads %j as nothing at all', (paths) => {
    expect(parseFilters({ allowed_category_paths: paths })).toEqual(restrictedTo([]));
  });

  it('ignores an empty path next to another path', () => {
    expect(parseFilters({ allowed_category_paths: [[], ['AI']] })).toEqual(
      parseFilters({ allowed_category_paths: [['AI']] }),
    );
  });

  it.each([
    null,
    '*',
    '',
    0,
    true,
    [],
    [['AI']],
    { allowed_category_paths: null },
    { allowed_category_paths: undefined },
    { allowed_category_paths: '*' },
    { allowed_category_paths: {} },
    { allowed_category_paths: ['AI'] },
    { allowed_category_paths: [null] },
    { allowed_category_paths: [['AI'], null] },
    { allowed_category_paths: [['AI', null]] },
    { allowed_category_paths: [['']] },
    { allowed_category_paths: [['  ']] },
    { allowed_category_paths: [[['AI']]] },
    { allowed_category_paths: [['a', 'b', 'c', 'd', 'e', 'f']] },
    { allowed_category_paths: [['x'.repeat(51)]] },
    { bypass_attempt: true },
    { allowed_category_paths: [['AI']], bypass_attempt: true },
    { Allowed_Category_Paths: [['AI']] },
    JSON.parse('{"__proto__": {"allowed_category_paths": [["AI"]]}}') as unknown,
    JSON.parse('{"constructor": 1}') as unknown,
  ])('refuses %j as a bypass', (payload) => {
    expect(refusal(payload)).toMatchObject({ kind: 'forbidden', code: 'filter-bypass', attempt: 'bypass' });
    expect(refusal(payload).message).toContain('Filter bypass attempt detected');
  });

  it.each(['..', 'a/b', '..\\x', '../../etc'])('counts %j as a traversal, even with an unknown member', (text) => {
    expect(refusal({ allowed_category_paths: [['AI', text]] }).attempt).toBe('path_traversal');
    expect(refusal({ allowed_category_paths: [[text]], bypass_attempt: 1 }).attempt).toBe('path_traversal');
  });

  it.each(['*', 'a?b', '<script>', 'a|b', 'AI\u0000', 'a"b'])('counts %j as an injection', (text) => {
    expect(refusal({ allowed_category_paths: [['AI'], [text]] }).attempt).toBe('injection');
  });

  it('does not repeat what was sent', () => {
    expect(refusal({ allowed_category_paths: [['<script>secret']] }).message).not.toContain('secret');
  });

  it('never widens: it refuses a payload, or passes only what its listed paths hold', () => {
    const odd = fc.oneof(
      fc.constantFrom('..', '*', '', ' ', 'AI/ML', 'a\u0000', null, 0, true),
      fc.jsonValue({ maxDepth: 1 }),
    );
    const somePath = fc.oneof(
      { arbitrary: variedPath, weight: 6 },
      { arbitrary: fc.array(fc.oneof(label, odd), { maxLength: 6 }), weight: 1 },
      { arbitrary: odd, weight: 1 },
    );
    const payload = fc.oneof(
      { arbitrary: fc.record({ allowed_category_paths: fc.array(somePath, { maxLength: 3 }) }), weight: 6 },
      { arbitrary: fc.record({ allowed_category_paths: odd, other: odd }, { requiredKeys: [] }), weight: 2 },
      { arbitrary: fc.jsonValue(), weight: 2 },
    );
    fc.assert(
      fc.property(payload, variedPath, (sent, path) => {
        const text = JSON.stringify(sent);
        const filters: unknown = JSON.parse(text);
        let parsed: CategoryFilter;
        try {
          parsed = parseFilters(filters);
        } catch (error) {
          expect(error).toBeInstanceOf(FilterBypassError);
          return;
        }
        if (parsed.kind === 'unrestricted') expect(text).toBe('{}');
        else
          expect(allows(parsed, path)).toBe(
            (filters as { allowed_category_paths: string[][] }).allowed_category_paths.some((p) => lies(path, p)),
          );
      }),
      { numRuns: 1000 },
    );
  });
});

describe('applyFilter', () => {
  it('keeps 2,000 of 3,000 documents if a third has another path (AC-ORCH-007 D)', () => {
    const places = [['AI', 'ML'], ['Database', 'SQL'], ['Network']];
    const documents = Array.from({ length: 3000 }, (_, i) => ({ id: i, canonical_path: places[i % 3] }));
    const kept = applyFilter(restrictedTo([['AI'], ['Database']]), documents);
    expect(kept).toHaveLength(2000);
    expect(kept.some(({ canonical_path: path }) => path?.[0] === 'Network')).toBe(false);
  });

  it('agrees with allows on every document and keeps the order', () => {
    fc.assert(
      fc.property(filter, fc.array(variedPath, { maxLength: 20 }), (given, paths) => {
        const documents = paths.map((canonical_path) => ({ canonical_path }));
        expect(applyFilter(given, documents)).toEqual(
          documents.filter((document) => allows(given, document.canonical_path)),
        );
      }),
    );
  });

  it('drops a missing, null or unsafe path even through an unrestricted filter', () => {
    const documents = [
      {},
      { canonical_path: null },
      { canonical_path: 'AI' },
      { canonical_path: [] },
      { canonical_path: ['..'] },
      { canonical_path: [null] },
    ];
    expect(applyFilter(UNRESTRICTED, documents)).toEqual([]);
  });

  it('judges each path for itself, whatever look-alike came before', () => {
    const good = { canonical_path: ['AI', 'ML'] };
    const alikes = [
      { canonical_path: ['AI\u0000ML'] },
      { canonical_path: [['AI'], 'ML'] },
      { canonical_path: ['AI', 'ML', null] },
      { canonical_path: ['AI,ML'] },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([good, good, ...alikes]), (documents) => {
        expect(applyFilter(restrictedTo([['AI']]), documents)).toEqual(
          documents.filter((document) => document === good),
        );
      }),
    );
  });
});

describe('the world of a key', () => {
  const key = fc.array(variedPath, { maxLength: 4 });

  it('is all that the key may see, however a request narrows it and on whichever side', () => {
    fc.assert(
      fc.property(key, filter, (paths, request) => {
        const seen = seenBy('key', restrictedTo(paths), true);
        for (const both of [intersect(seen, request), intersect(request, seen)]) {
          expect(filterKey(visibilityScope(both))).toBe(filterKey(seen));
          expect(visibilityScope(visibilityScope(both))).toEqual(visibilityScope(both));
        }
      }),
    );
  });

  it('never lets more pass than the filter without it', () => {
    fc.assert(
      fc.property(key, filter, variedPath, (paths, request, path) => {
        const plain = allows(intersect(restrictedTo(paths), request), path);
        expect(allows(intersect(seenBy('key', restrictedTo(paths), true), request), path)).toBe(plain);
        if (plain)
          expect(allows(visibilityScope(intersect(seenBy('key', restrictedTo(paths), true), request)), path)).toBe(
            true,
          );
      }),
    );
  });

  it('is everything for a key that sees everything, or that shares the statistics', () => {
    expect(visibilityScope(UNRESTRICTED)).toBe(UNRESTRICTED);
    expect(visibilityScope(restrictedTo([['AI']]))).toBe(UNRESTRICTED);
    expect(visibilityScope(seenBy('key', restrictedTo([['AI']]), false))).toBe(UNRESTRICTED);
  });

  it('keeps the results of callers with different worlds apart', () => {
    const request = restrictedTo([['AI', 'ML']]);
    const keys = [
      UNRESTRICTED,
      seenBy('key', restrictedTo([['AI']]), true),
      seenBy('key', restrictedTo([['AI', 'ML']]), true),
      seenBy('key', restrictedTo([['AI']]), false),
    ];
    const narrowed = keys.map((each) => filterKey(intersect(each, request)));
    expect(new Set(narrowed).size).toBe(3);
    expect(narrowed[0]).toBe(narrowed[3]);
  });
});
