import fc from 'fast-check';
import { tellingStretch } from './long-sentence.js';

const PEOPLE = [
  'Ada fired bowls',
  'Ben mixed glaze',
  'Cem cut wood',
  'Dora built the kiln',
  'Eli sold cups',
  'Fay swept',
  'Gus slept',
];
const LIST = `In spring, ${PEOPLE.join('; ')}.`;
const stretch = (text: string, question: string, room: number) => {
  const { start, end } = tellingStretch(text, { start: 0, end: text.length }, question, room);
  return text.slice(start, end);
};

describe('tellingStretch', () => {
  it('keeps a sentence whole if it fits', () => {
    expect(stretch(LIST, 'Who built the kiln?', 500)).toBe(LIST);
  });

  it('selects the parts of an enumeration that contain the words of the question', () => {
    expect(stretch(LIST, 'Who built the kiln?', 40)).toBe('Dora built the kiln; Eli sold cups');
  });

  it('does not cut a sentence of few parts, since its conditions belong to it', () => {
    const rule = `The kiln is closed, ${'unless the master of the yard and his two apprentices agree to open it '.repeat(8)}, at night.`;
    expect(stretch(rule, 'When is the kiln closed?', 100)).toBe(rule);
  });

  it('returns a span inside the sentence within the limit, at any cut', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PEOPLE), { minLength: 7, maxLength: 30 }), fc.nat(80), (parts, extra) => {
        const text = `Before. ${parts.join(', ')}.`;
        const sentence = { start: 8, end: text.length };
        const room = 30 + extra;
        const { start, end } = tellingStretch(text, sentence, 'Who built the kiln?', room);
        expect(start).toBeGreaterThanOrEqual(8);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(end - start).toBeLessThanOrEqual(room);
        expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
      }),
    );
  });
});
