import fc from 'fast-check';
import { AnswerListener } from '../domain/answer-listener.js';
import { StreamedAnswer } from './streamed-answer.js';

/** A client that shows what it is told. */
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

describe('what of an answer was shown', () => {
  it('ends with the final answer on the screen, whatever the drafts were', () => {
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

  it('tells only what is missing of an answer that goes on from the draft', () => {
    const screen = new Screen();
    const shown = new StreamedAnswer(screen);
    const draft = shown.draft(open().signal);
    draft?.('The kiln ');
    draft?.('fires');
    shown.complete('The kiln fires at 1,240 degrees.');
    expect([screen.pieces, screen.resets]).toEqual([['The kiln ', 'fires', ' at 1,240 degrees.'], 0]);
  });

  it('takes the draft back, once, where the answer is another one', () => {
    const screen = new Screen();
    const shown = new StreamedAnswer(screen);
    shown.draft(open().signal)?.('The kiln does not fire.');
    shown.complete('The kiln fires.');
    shown.complete('The kiln fires.');
    expect([screen.text_, screen.resets]).toEqual(['The kiln fires.', 1]);
  });

  it('shows no second draft before it stands, and nothing of a writer whose step is over', () => {
    const screen = new Screen();
    const shown = new StreamedAnswer(screen);
    const step = open();
    const draft = shown.draft(step.signal);
    draft?.('The kiln');
    step.abort();
    draft?.(' is late');
    expect([shown.draft(open().signal), screen.text_]).toEqual([undefined, 'The kiln']);
  });

  it('collects nothing where nobody listens', () => {
    const shown = new StreamedAnswer(undefined);
    expect(shown.draft(open().signal)).toBeUndefined();
    expect(() => shown.complete('The kiln fires.')).not.toThrow();
  });
});
