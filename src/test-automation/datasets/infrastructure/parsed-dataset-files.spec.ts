import { parse } from 'csv-parse/sync';
import {
  array,
  assert,
  constant,
  constantFrom,
  oneof,
  option,
  property,
  record,
  string,
  uniqueArray,
} from 'fast-check';
import { DATASET_FORMATS, DatasetFormat, DatasetItem, HELD_FIELDS } from '../domain/dataset.js';
import { readItems } from '../domain/read-items.js';
import { ParsedDatasetFiles } from './parsed-dataset-files.js';

const files = new ParsedDatasetFiles();
const read = (content: unknown, format?: DatasetFormat) => {
  const sent = files.read(content, format);
  return { ...sent, items: readItems(sent.items) };
};

/** Texts that break naive writers: quotation marks, separators, line ends, other scripts, text that looks like another type. */
const text = (maxLength: number) =>
  string({ unit: 'binary', minLength: 1, maxLength })
    .map((made) => made.replaceAll('\0', '').normalize('NFC'))
    .filter((made) => /\S/u.test(made) && made.length <= maxLength);
const nasty = constantFrom(
  '"',
  'it\'s, "so"\r\nnext',
  '휴학은 언제까지; 신청하나요?',
  '[1, 2]',
  '{"a": 1}',
  'true',
  '12',
  '2026-03-01',
  '- a: b',
  '=1+1',
  ' x ',
  '{{question}}',
  '#',
  'a|b',
  '\ufeffx',
);
const value = (maxLength: number) => oneof(text(maxLength), nasty);
const citation = record(
  { documentId: value(50), title: value(50), quote: value(80), url: value(80) },
  { requiredKeys: ['documentId'] },
);
const item = record({
  id: value(50),
  question: value(100),
  answerable: constantFrom(true, false, undefined),
  facts: array(array(value(40), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  reference: option(value(100), { nil: undefined }),
  contexts: array(value(100), { maxLength: 3 }),
  citations: array(citation, { maxLength: 2 }),
  tags: array(value(20), { maxLength: 3 }),
});
const items = uniqueArray(item, { minLength: 1, maxLength: 4, selector: ({ id }) => id });

/** The remaining fields of a question in a format. */
function heldBy(format: DatasetFormat, all: readonly DatasetItem[]): DatasetItem[] {
  const empty = { answerable: undefined, facts: [], reference: undefined, contexts: [], citations: [], tags: [] };
  return all.map((one, i) => {
    const held = HELD_FIELDS[format].map((field) => [field, one[field]]);
    return { id: `q${i + 1}`, question: '', ...empty, ...Object.fromEntries(held) };
  });
}

describe('a dataset as a table', () => {
  it.each(['=HYPERLINK("https://evil.example")', '＝1+1', '\t=1', '\n=1', '＠SUM(A1)', '－2+3'])(
    'holds no formula in a cell: %j',
    (question) => {
      const facts = [{ id: question, question, facts: [], contexts: [], citations: [], tags: [] }];
      const table = files.write({ name: 'a set', items: facts as unknown as DatasetItem[] }, 'csv');
      const cells: string[] = parse(table).flat();
      expect(cells.filter((cell) => cell.trim() !== '' && !/^[\w'[]/u.test(cell))).toEqual([]);
      expect(cells).toContain(`'${question}`);
      expect(read(table, 'csv').items).toMatchObject([{ question }]);
    },
  );
});

describe('a dataset that is written and read again', () => {
  it.each(DATASET_FORMATS)('loses nothing that %s can hold', (format) => {
    assert(
      property(items, constant(format), (all, form) => {
        const back = read(files.write({ name: 'a set', items: all }, form), form);
        expect(back.items).toEqual(heldBy(form, all));
        expect(back.notes.filter(({ place }) => place !== '/prompts')).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it.each(DATASET_FORMATS.filter((format) => format !== 'csv'))('is recognized as %s by its content', (format) => {
    assert(
      property(items, (all) => {
        expect(read(files.write({ name: 'a set', items: all }, format)).items).toEqual(heldBy(format, all));
      }),
      { numRuns: 30 },
    );
  });
});

describe('a table', () => {
  it('is read as people write it: other names, separators and booleans, several facts in a cell', () => {
    const table =
      '\ufeff질문,정답,facts,답변가능,tags,memo\r\n"휴학은, 언제까지?",개강 전날,14일|2주; 신청서,예,leave; dates,x\r\n';
    const { items: found, notes } = read(table);
    expect(found).toEqual([
      {
        id: 'q1',
        question: '휴학은, 언제까지?',
        answerable: true,
        facts: [['14일', '2주'], ['신청서']],
        reference: '개강 전날',
        contexts: [],
        citations: [],
        tags: ['leave', 'dates'],
      },
    ]);
    expect(notes).toEqual([{ place: 'line 1', detail: "'memo' is not a known field; it is not used" }]);
  });

  it.each([';', '\t'])('is separated by %j as well', (sign) => {
    expect(read(`question${sign}reference\nWhy?${sign}So.\n`).items[0]?.reference).toBe('So.');
  });

  it('names the line of a fault, also after a cell of several lines', () => {
    const table = 'id,question,answerable\na,"one\ntwo",true\nb,,\nc,three,perhaps\na,four,\n';
    expect(() => read(table)).toThrow(
      /line 4: question is missing.*line 5: answerable must be true or false.*line 6: duplicate id 'a', also at line 2/u,
    );
  });

  it.each([
    ['question\n"open', /line \d+ is not valid CSV/u],
    ['frage,antwort\na,b\n', /no column 'question', only 'frage', 'antwort'/u],
    ['question\n', /has no questions/u],
  ])('that is %j is refused with the reason', (table, reason) => {
    expect(() => read(table, 'csv')).toThrow(reason);
  });
});

describe('lines of JSON', () => {
  it('name every line that is not JSON', () => {
    expect(() => read('{"question": "a"}\n{"question": \nno\n', 'jsonl')).toThrow(/line 2 .*line 3 /u);
  });

  it('report unused parts', () => {
    const { items: found, notes } = read('{"question": "a", "answer": "x", "shoe_size": 3}\n', 'jsonl');
    expect(found[0]?.question).toBe('a');
    expect(notes.map(({ detail }) => detail)).toEqual([
      "'answer' is what a system answered, not what is expected; it is not used",
      "'shoe_size' is not a known field; it is not used",
    ]);
  });

  it.each([
    [{ question: 'a', contexts: [{}] }, /contexts\/0 must be a text/u],
    [{ question: 'a', citations: [{ page: 3 }] }, /citations\/0\/page is not a known field/u],
    [{ question: 'a'.repeat(4_001) }, /at most 4000 characters, not 4001/u],
    [{ question: 'a\0' }, /NUL/u],
    [{ question: '\ud800' }, /half of a character/u],
    ['a', /question is missing/u],
  ])('with a fault (%j) are refused with the field', (line, reason) => {
    expect(() => read(`${JSON.stringify(line)}\n`, 'jsonl')).toThrow(reason);
  });
});

describe('a question with very many members', () => {
  const many = (value: unknown) => Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => [`m${i}`, value]));

  it.each(['jsonl', 'ragas', 'deepeval'] as const)('is read with a note on each as %s', (format) => {
    const one = { question: 'Where?', user_input: 'Where?', input: 'Where?', ...many(1) };
    expect(read(format === 'jsonl' ? JSON.stringify(one) : [one], format).notes.length).toBeGreaterThanOrEqual(150_000);
  });

  it('is read as columns of Ragas and as variables of promptfoo', () => {
    expect(read({ question: ['Where?'], ...many([1]) }, 'ragas').items).toHaveLength(1);
    expect(read({ tests: [{ vars: { question: 'Where?', ...many(1) } }] }, 'promptfoo').items).toHaveLength(1);
  });
});

describe('a configuration of promptfoo', () => {
  const CONFIG = `
description: Leave
providers: [openai:gpt-5]
prompts: ['{{question}}']
defaultTest:
  assert:
    - {type: latency, threshold: 100}
tests:
  - vars: {question: How long?, context: Leave lasts 14 days.}
    assert:
      - {type: icontains, value: 14 days}
      - {type: contains-any, value: [form, application]}
      - {type: llm-rubric, value: is polite}
      - {type: not-contains, value: 30}
      - {type: javascript, value: output.length < 100}
  - vars: {q: Who decides?}
    assert: [{type: factuality, value: The dean decides.}]
  - vars: {question: What about parking?}
    assert: [{type: is-refusal}]
`;

  it('gives facts, references and questions without an answer', () => {
    const { items: found, name } = read(CONFIG);
    expect(name).toBe('Leave');
    expect(
      found.map(({ question, facts, reference, answerable, contexts }) => [
        question,
        facts,
        reference,
        answerable,
        contexts,
      ]),
    ).toEqual([
      ['How long?', [['14 days'], ['form', 'application']], undefined, undefined, ['Leave lasts 14 days.']],
      ['Who decides?', [], 'The dean decides.', undefined, []],
      ['What about parking?', [], undefined, false, []],
    ]);
  });

  it('reports parts without a meaning here, with their location', () => {
    const { notes } = read(CONFIG);
    expect(notes.map(({ place }) => place)).toEqual([
      '/providers',
      '/prompts',
      '/defaultTest/assert/0',
      '/tests/0/assert/2',
      '/tests/0/assert/3',
      '/tests/0/assert/4',
    ]);
  });

  it('is refused with the line that is not YAML', () => {
    expect(() => read('tests:\n  - vars: {a: [\n', 'promptfoo')).toThrow(/line \d+ is not valid YAML or JSON/u);
  });
});

describe('samples and goldens of other tools', () => {
  it.each([
    ['ragas', [{ user_input: 'Why?', reference: 'So.', reference_contexts: ['c'] }]],
    ['ragas', { question: ['Why?'], ground_truth: ['So.'] }],
    ['deepeval', [{ input: 'Why?', expected_output: 'So.', context: ['c'] }]],
  ] as const)('of %s are recognized by their members (%j)', (_form, value) => {
    expect(read(value).items[0]).toMatchObject({ question: 'Why?', reference: 'So.' });
  });

  it('report retrieved passages of a system, and conversations', () => {
    const samples = [{ question: 'a', contexts: ['x'] }, { user_input: [{ content: 'hi', type: 'human' }] }];
    const { items: found, notes } = read(samples, 'ragas');
    expect(found).toHaveLength(1);
    expect(notes.map(({ place }) => place)).toEqual(['sample 1', 'sample 2']);
  });

  it('treat the source file of a golden as the expected citation', () => {
    expect(read([{ input: 'a', source_file: 'rules/leave' }], 'deepeval').items[0]?.citations).toEqual([
      { documentId: 'rules/leave' },
    ]);
  });

  it.each([
    ['lines without end', '{}\n'.repeat(100_000), 'lines, and the maximum is'],
    ['lines that hold questions', '{"question":"a"}\n'.repeat(10_002), 'lines, and the maximum is'],
    ['much YAML', `tests:\n${'- vars: {question: a}\n'.repeat(30_000)}`, 'send JSON lines'],
    ['brackets in brackets', '[\n'.repeat(50_000), 'inside one another'],
    ['much CSV', `question,reference\n${'a,b\n'.repeat(600_000)}`, 'send JSON lines'],
    ['many questions', JSON.stringify({ items: Array.from({ length: 10_001 }, () => 1) }), 'maximum is'],
    ['many goldens', JSON.stringify({ goldens: Array.from({ length: 10_001 }, () => ({ input: 'a' })) }), 'maximum is'],
  ])('%s are refused before they are read', (_, content, why) => {
    expect(() => files.read(content, undefined)).toThrow(why);
  });
});

describe('the line of a question in its file', () => {
  const linesOf = (content: unknown, format?: DatasetFormat) =>
    files.read(content, format).items.map(({ line }) => line);

  it.each([
    ['CSV with a cell of two lines', 'question,facts\n"휴학은\n언제까지?",14일\nHow long?,14 days\n', [2, 4]],
    ['JSON Lines with an empty line', '{"question":"휴학?"}\n\n{"question":"Leave?"}\n', [1, 3]],
    [
      'promptfoo in block style',
      'description: a\ntests:\n  # the first\n  - vars:\n      question: |\n        - 휴학?\n  - vars: {question: Leave?}\nprompts: []\n',
      [4, 7],
    ],
    ['promptfoo without an indent', 'tests:\n- vars: {question: a}\n\n- vars: {question: b}\nprompts:\n- x\n', [2, 4]],
  ])('is known for %s', (_, content, lines) => {
    expect(linesOf(content)).toEqual(lines);
  });

  it('is known for JSON Lines of a named format', () => {
    expect(linesOf('\n{"question":"a"}\n', 'jsonl')).toEqual([2]);
  });

  it.each([
    ['promptfoo in flow style', 'tests: [{vars: {question: a}},\n  {vars: {question: b}}]\n'],
    ['JSON', '{"items": [\n{"question": "a"},\n{"question": "b"}]}'],
    ['parsed JSON', [{ question: 'a' }, { question: 'b' }]],
  ])('is unknown for %s', (_, content) => {
    expect(linesOf(content)).toEqual([undefined, undefined]);
  });
});

describe('a table that is too large', () => {
  it.each([
    ['columns in its head', `question,${'a,'.repeat(200_000)}b\nx`, /row 1 has more than 200 columns/],
    ['columns in a row', `question\tid\nx${'\t'.repeat(201)}`, /row 2 has more than 200 columns/],
    ['lines', `question,id\n${'a,\n'.repeat(30_000)}`, /more than 20000 lines/],
  ])('by its %s is refused before its cells are read', (_, text, reason) => {
    expect(() => files.read(text, 'csv')).toThrow(reason);
  });

  it('is not one whose quoted cell has separators and line ends', () => {
    expect(read(`question,note\nWhere?,"${',\n'.repeat(20_001)}"`, 'csv').items).toHaveLength(1);
  });
});
