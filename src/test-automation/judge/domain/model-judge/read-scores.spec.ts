import { readScores } from './read-scores.js';

const POINTS = {
  accuracy: 1,
  completeness: 0.5,
  relevance: 1,
  citation: 1,
  practicality: 0.5,
  actionability: 0,
  reason: 'fine',
};
const JSON_TEXT = JSON.stringify(POINTS);
const { reason, ...dimensions } = POINTS;

describe('the verdict of a model', () => {
  it.each([
    ['alone', JSON_TEXT],
    ['in a fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['in a fence behind prose', `Here it is:\n\`\`\`\n${JSON_TEXT}\n\`\`\`\nTell me if you need more.`],
    ['with prose around', `Sure! My grading: ${JSON_TEXT} That is all {really}.`],
    ['behind a thought with grades of its own', `<think>{"accuracy": 0, "x": {}} too hard</think>\n${JSON_TEXT}`],
    [
      'behind a thought whose start is cut off',
      `${JSON_TEXT.replace('"accuracy":1', '"accuracy":0')}</think>${JSON_TEXT}`,
    ],
    ['after a first try', `${JSON_TEXT.replace('"accuracy":1', '"accuracy":0')}\nOn reflection:\n${JSON_TEXT}`],
    ['with numbers as strings', JSON_TEXT.replace(/:([\d.]+)/gu, ':"$1"')],
    [
      'with numbers out of their limit',
      JSON_TEXT.replace('"accuracy":1', '"accuracy":"1/1"').replace('"practicality":0.5', '"practicality":"0.5 / 0.5"'),
    ],
    ['with names in capitals', JSON_TEXT.replace('accuracy', 'Accuracy').replace('citation', 'citation_score')],
    ['inside another object', JSON.stringify({ scores: dimensions, reason })],
    [
      'with a reason for each',
      JSON.stringify({
        ...Object.fromEntries(Object.entries(dimensions).map(([k, v]) => [k, { score: v, why: 'x' }])),
        reason,
      }),
    ],
    ['in a list', `[${JSON_TEXT}]`],
    ['with a comma too much', JSON_TEXT.replace(/\}$/u, ',}')],
    ['in single quotes', JSON_TEXT.replace(/"/gu, "'")],
    ['with a brace in its reason', JSON_TEXT.replace('fine', 'fine')],
    ['over several lines', JSON.stringify(POINTS, null, 2)],
  ])('is read %s', (_, reply) => {
    expect(readScores(reply)).toEqual({ dimensions, reason: 'fine' });
  });

  it.each([
    ['prose', 'I would say 4 of 5.'],
    ['nothing', ''],
    ['a cut reply', JSON_TEXT.slice(0, 40)],
    ['a point beyond its limit', JSON_TEXT.replace('"accuracy":1', '"accuracy":7')],
    ['a point of another scale', JSON_TEXT.replace('"accuracy":1', '"accuracy":"8/10"')],
    ['a missing point', JSON_TEXT.replace('"citation":1,', '')],
    ['a negative point', JSON_TEXT.replace('"accuracy":1', '"accuracy":-1')],
    ['a word', JSON_TEXT.replace('"accuracy":1', '"accuracy":"high"')],
    ['a thought without an end', `<think>${JSON_TEXT}`],
  ])('is missing in %s', (_, reply) => {
    expect(readScores(reply)).toBeUndefined();
  });

  it('is fast for braces without end', () => {
    expect(readScores('{'.repeat(50_000))).toBeUndefined();
    expect(readScores('{"a":'.repeat(10_000))).toBeUndefined();
  });
});
