import fc from 'fast-check';
import { quickestMs } from '../../../../test/support/processor-time.js';
import { PlainReply, plainReply } from './plain-reply.js';
import { jsonIn } from './reply-envelope.js';

const FACT = 'The kiln fires at 1,240 degrees. [1]';
const THOUGHT = 'Passage 1 names a secret number.';

/** Replies in the forms of models and servers, each with the fact as its answer. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['plain', FACT],
  ['a block of reasoning', `<think>\n${THOUGHT}\n</think>\n\n${FACT}`],
  ['an empty block', `<think>\n\n</think>\n\n${FACT}`],
  ['a tag with a name space and an attribute', `<seed:think budget="5">${THOUGHT}</seed:think>${FACT}`],
  ['capitals and blanks', `< Think >${THOUGHT}</ Think >${FACT}`],
  ['other tags', `<reasoning>${THOUGHT}</reasoning>\n<scratchpad>${THOUGHT}</scratchpad>${FACT}`],
  ['triangles', `◁think▷${THOUGHT}◁/think▷${FACT}`],
  ['square brackets', `[THINK]${THOUGHT} [1] says so.[/THINK]${FACT}`],
  ['tokens', `<|START_THINKING|>${THOUGHT}<|END_THINKING|><|START_RESPONSE|>${FACT}<|END_RESPONSE|>`],
  [
    'tokens of a solution',
    `<|begin_of_thought|>${THOUGHT}<|end_of_thought|>\n<|begin_of_solution|>${FACT}<|end_of_solution|>`,
  ],
  ['a block of code', `\`\`\`thinking\n${THOUGHT}\n\`\`\`\n${FACT}`],
  [
    'channels',
    `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>commentary<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${FACT}<|return|>`,
  ],
  ['a channel with its speaker', `<|start|>assistant<|channel|>final<|message|>${FACT}`],
  ['channels of Gemma', `<|channel>thought\n${THOUGHT}<channel|>${FACT}`],
  ['channels without their marks', `analysisThe user asks for heat. ${THOUGHT}assistantfinal${FACT}`],
  ['reasoning whose begin the template took', `${THOUGHT} So the answer is 9. [1]\n</think>\n\n${FACT}`],
  ['an answer in tags', `${THOUGHT}\n<answer>${FACT}</answer>`],
  ['reasoning and an answer in tags', `<think>${THOUGHT}</think><answer>\n${FACT}\n</answer>`],
  ['a final answer behind steps', `Step 1: ${THOUGHT} [1]\n\n**Final Answer:** ${FACT}`],
  ['a heading before the answer', `${THOUGHT}\n### Final Answer\n${FACT}`],
  ['a label', `Answer: ${FACT}`],
  ['a bold Korean label', `**답변:** ${FACT}`],
  [
    'marks of a template',
    `<|im_start|>assistant\n${FACT}<|im_end|>\n<|im_start|>user\nAnd how cold?<|im_end|>\n<|im_start|>assistant\nIt is 9.`,
  ],
  ['other ends', `${FACT}</s>`],
  ['ends of turns', `<start_of_turn>model\n${FACT}<end_of_turn>\n<start_of_turn>user\nMore`],
  ['ends of sentence', `${FACT}<｜end▁of▁sentence｜>`],
  ['a fence', `\`\`\`\n${FACT}\n\`\`\``],
  ['a named fence', `~~~markdown\n${FACT}\n~~~`],
  ['a fence on its line', `\`\`\`${FACT}\`\`\``],
  ['JSON', JSON.stringify({ answer: FACT })],
  ['JSON with citations', JSON.stringify({ answer: 'The kiln fires at 1,240 degrees.', citations: [1] })],
  [
    'JSON with sources',
    JSON.stringify({ reasoning: THOUGHT, final_answer: 'The kiln fires at 1,240 degrees.', sources: [{ id: '1' }] }),
  ],
  [
    'JSON in a fence behind reasoning',
    `<think>${THOUGHT}</think>\n\`\`\`json\n${JSON.stringify({ response: FACT }, null, 2)}\n\`\`\``,
  ],
  ['JSON of sentences', JSON.stringify({ sentences: [{ text: 'The kiln fires at 1,240 degrees.', passages: ['1'] }] })],
  ['JSON within JSON', JSON.stringify({ result: { answer: FACT } })],
  ['JSON with a line break and quotation marks', `{"answer": "The kiln fires at 1,240 degrees. [1]\n",}`],
  ['a dictionary', `{'answer': 'The kiln fires at 1,240 degrees.', 'citations': [1]}`],
  ['JSON that was cut', `{"answer": "${FACT}`],
  ['JSON in Korean', JSON.stringify({ 답변: 'The kiln fires at 1,240 degrees.', 출처: '문단 1' })],
];

/** The shown texts while a reply arrives in these chunks, and the final text. */
function read(raw: string, cuts: readonly number[], noAnswer = '') {
  const reply = new PlainReply(noAnswer);
  const shown: { text: string; restarts: number }[] = [];
  for (let at = 0, i = 0; at < raw.length; i++) {
    const length = 1 + (cuts[i % cuts.length] ?? 0);
    reply.push(raw.slice(at, at + length));
    at += length;
    shown.push({ text: reply.shown, restarts: reply.restarts });
  }
  return { shown, ...reply.end(), restarts: reply.restarts };
}

describe('the plain text of a reply', () => {
  it.each(SHAPES)('is the answer alone: %s', (_, raw) => {
    expect(plainReply(raw).text.trim()).toBe(FACT);
  });

  it('shows no marked reasoning, for any chunks, with the same final text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SHAPES), fc.array(fc.nat({ max: 9 }), { minLength: 1 }), ([, raw], cuts) => {
        const { shown, text, restarts } = read(raw, cuts);
        expect(text).toBe(plainReply(raw).text);
        for (const each of shown) {
          if (each.restarts === restarts) expect(text.startsWith(each.text)).toBe(true);
          if (restarts === 0) expect(each.text).not.toMatch(/secret|think|analysis|channel|citations|```/iu);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('only grows, for any reply', () => {
    const part = fc.constantFrom(
      ...'<think>|</think>|<|channel|>|analysis|final|<|message|>|<|end|>|<|start|>|assistant|```|```json\n|{"answer": "|"}|{"a": 1}|[1]|\n|<answer>|</answer>|The kiln fires. |Final answer: |답: |<|im_end|>|assistantfinal|[THINK]|[/THINK]|◁think▷|{ "|\\"|<|~~~|`'.split(
        '|',
      ),
      '<|channel|>final<|message|>',
      '<|im_start|>user\n',
      '|',
    );
    const raw = fc.array(fc.oneof(part, fc.string({ maxLength: 5 })), { maxLength: 14 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(raw, fc.array(fc.nat({ max: 9 }), { minLength: 1 }), (text, cuts) => {
        const streamed = read(text, cuts);
        const whole = plainReply(text);
        expect(streamed.text).toBe(whole.text);
        for (const each of streamed.shown)
          if (each.restarts === streamed.restarts) expect(whole.text.startsWith(each.text)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('is empty if the model did not reach its answer, and reports that', () => {
    for (const raw of [
      '<think>\nHmm, [1] says 9.',
      '<|channel|>analysis<|message|>It is 9. [1]',
      'analysisWe see 9. [1]',
      '[THINK]9',
    ])
      expect(plainReply(raw)).toMatchObject({ text: '', isUnfinished: true });
    expect(plainReply(FACT).isUnfinished).toBe(false);
  });

  it('holds back a reply that starts like reasoning, and shows it as soon as its answer starts', () => {
    const aloud = `Okay, the user asks for heat. ${THOUGHT} [1] So it is 9. [1]\n`;
    const reply = new PlainReply();
    reply.push(aloud);
    expect(reply.shown).toBe('');
    reply.push(`</think>${FACT}`);
    expect(reply.shown).toBe(FACT);
    expect(reply.end()).toMatchObject({ text: FACT, beganInside: true });
    expect(plainReply(aloud).text).toBe(aloud);
  });

  it('holds back all text of a model that is known to reason first, until its answer starts', () => {
    const reply = new PlainReply('', true);
    reply.push(`${THOUGHT} It is 9. [1]\n`);
    expect(reply.shown).toBe('');
    reply.push(`</think>${FACT}`);
    expect(reply.shown).toBe(FACT);
    const silent = new PlainReply('', true);
    silent.push(FACT);
    expect([silent.shown, silent.end().text]).toEqual(['', FACT]);
  });

  it('keeps text that only looks like wrapping', () => {
    for (const text of [
      'Use `git push` and set {name}, a < b, [x] or [1]. [1]',
      'The set is {1, 2}. [1]',
      'I think that <b> is bold. [1]',
      'Write "thought" in it: the analysis is final. [1]',
      'a { "quoted" word } is text. [1]',
      '1. The first\n2. The second [1]',
    ])
      expect(plainReply(text).text).toBe(text);
  });

  it('keeps a block of code that belongs to the answer, without its fence', () => {
    expect(plainReply('Run this: [1]\n```bash\nkiln --heat\n```\nThen wait. [1]').text).toBe(
      'Run this: [1]\nkiln --heat\nThen wait. [1]',
    );
  });

  it('adds the citations of an object to each line, unless the line has its own', () => {
    const lines = { answer: 'It fires.\nIt dries.', citations: ['[1]', 2] };
    expect(plainReply(JSON.stringify(lines)).text).toBe('It fires. [1][2]\nIt dries. [1][2]');
    expect(plainReply(JSON.stringify({ ...lines, answer: 'It fires [2].' })).text).toBe('It fires [2].');
  });

  it('returns the agreed sentence for an object without an answer', () => {
    for (const object of [{ answer: null }, { answer: '', citations: [] }, { answerable: false, answer: 'No.' }])
      expect(plainReply(JSON.stringify(object), 'NONE').text).toBe('NONE');
  });

  it('reads words and numbers from lists', () => {
    expect(plainReply('["leave of absence", "sick leave"]').text).toBe('leave of absence, sick leave');
    expect(plainReply('{"relevant": [1, 3]}').text).toBe('[1, 3]');
    expect(plainReply('[1, 3]').text).toBe('[1, 3]');
  });

  it('finds the requested object', () => {
    const object = { accuracy: 1, reason: 'It is so.' };
    for (const wrapped of [
      `Here it is:\n\`\`\`json\n${JSON.stringify(object)}\n\`\`\``,
      `{'accuracy': 1, "reason": "It is so.",}`,
    ])
      expect(JSON.parse(jsonIn(wrapped))).toEqual(object);
    expect(jsonIn('I cannot.')).toBe('I cannot.');
    expect(jsonIn('{"accuracy": 1, "rea')).toBe('{"accuracy": 1, "rea');
  });

  it('takes linear time for a long reply', () => {
    const hostile = [
      '{"a',
      '[["',
      '<',
      '<think>',
      '`',
      '```\n',
      '{"answer":"x"} ',
      '\\',
      '"',
      '\n#',
      'assistantfina',
      '<|channel|>',
      '{ "',
    ];
    for (const piece of hostile) {
      const raw = piece.repeat(Math.ceil(40_000 / piece.length));
      expect(quickestMs(() => plainReply(raw), 2_000)).toBeLessThanOrEqual(2_000);
    }
  });
});
