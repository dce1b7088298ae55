import fc from 'fast-check';
import { salientExcerpts } from './salient-excerpts.js';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

describe('salientExcerpts', () => {
  it('returns the title, the opening and the sentences with the repeated terms of the text', () => {
    const text =
      `${'Welcome to the yearly notice of the office. '.repeat(1)}${'A filler of other words goes here now. '.padEnd(320, 'x')}\n\n` +
      'Berths are booked early.\n\nBerths that are booked stay booked.\n\nNobody knows why.';
    const parts = salientExcerpts(text, 'Notice', words);
    expect(parts[0]).toBe('Notice');
    expect(parts[1]?.startsWith('Welcome to the yearly notice')).toBe(true);
    expect(parts.slice(2)).toContain('Berths that are booked stay booked.');
    expect(parts).not.toContain('Nobody knows why.');
  });

  it('returns few parts, each short, none blank, none twice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.option(fc.string(), { nil: undefined }), (text, title) => {
        const parts = salientExcerpts(text, title, words);
        expect(parts.length).toBeLessThanOrEqual(5);
        expect(new Set(parts).size).toBe(parts.length);
        for (const part of parts) {
          expect(part.trim()).not.toBe('');
          if (part !== title?.trim()) expect(part.length).toBeLessThanOrEqual(300);
        }
      }),
    );
  });

  it('does not read a very long text to its end', () => {
    const text = `${'The harbour opens at six. '.repeat(4_000)}${'Unread words stand here. '.repeat(500)}`;
    expect(salientExcerpts(text, undefined, words).join(' ')).not.toContain('Unread');
  });
});
