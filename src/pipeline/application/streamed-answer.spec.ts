import fc from 'fast-check';
import { AnswerListener } from '../domain/step.js';
import { StreamedAnswer } from './streamed-answer.js';

/** A client that shows the received text. */
class Screen implements AnswerListener {
  text_ = '';
  resets = 0;
  readonly pieces: string[] = [];
  step(): void {
    // Steps are not shown.
  }
  text(piece: string): void {
    this.pieces.push(piece);
    this.text_ += piece;
  }
  replaced(): void {
    this.resets++;
    this.text_ = '';
  }
}

const open = () => new AbortController();

describe('the streamed part of an answer', () => {
  it('ends with the final answer on the screen, for any drafts', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), fc.string(), (first, second, answer) => {
        const screen = new Screen();
        const shown = new StreamedAnswer(screen);
        first.forEach((piece) => shown.draft(open().signal)?.(piece));
        second.forEach((piece) => shown.draft(open().signal)?.(piece));
        shown.complete(answer);
        expect(screen.text_).toBe(answer);
        expect(screen.pieces).not.toContain('');
      }),
    );
  });

  it('sends only the missing rest of an answer that continues the draft', () => {
    const screen = new Screen();
    const shown = new StreamedAnswer(screen);
    const draft = shown.draft(open().signal);
    draft?.('The kiln ');
    draft?.('fires');
    shown.complete('The kiln fires at 1,240 degrees.');
    expect([screen.pieces, screen.resets]).toEqual([['The kiln ', 'fires', ' at 1,240 degrees.'], 0]);
  });

  it('revokes the draft once if the answer is another one', () => {
    const screen = new Screen();
    const shown = new StreamedAnswer(screen);
    shown.draft(open().signal)?.('The kiln does not fire.');
    shown.complete('The kiln fires.');
    shown.complete('The kiln fires.');
    expect([screen.text_, screen.resets]).toEqual(['The kiln fires.', 1]);
  });

  it('sends no second draft before it is final, and nothing of a writer whose step is over', () => {
    const screen = new Screen();
    const shown = new StreamedAnswer(screen);
    const step = open();
    const draft = shown.draft(step.signal);
    draft?.('The kiln');
    step.abort();
    draft?.(' is late');
    expect([shown.draft(open().signal), screen.text_]).toEqual([undefined, 'The kiln']);
  });

  it('collects nothing without a listener', () => {
    const shown = new StreamedAnswer(undefined);
    expect(shown.draft(open().signal)).toBeUndefined();
    expect(() => shown.complete('The kiln fires.')).not.toThrow();
  });
});
