import { analysedMessage, evidence } from '../../../test/support/pipeline-fakes.js';
import { answerType } from './answer-type.js';
import { QuestionWord } from './evidence.js';
import { firstReading, otherReadings, ownShare, topicalOverlap, wordsOfReading } from './follow-up-readings.js';

const MESSAGE = 'and for ash?';
const PREVIOUS = 'How long does stoneware cool?';
const OPENING = 'How hot does stoneware fire?';
const word = (text: string): QuestionWord => ({ text, topical: false, weight: 2 });

function likely(shares: readonly number[], passageShares: readonly number[] = []) {
  const passage = { ...evidence(), headingShares: [], passageShares };
  const sentence = { start: 0, end: 4, text: 'Ash.', shares };
  return { evidence: passage, sentence, support: 1, typed: true, strength: 1 };
}

describe('readings of a follow-up', () => {
  it('are the completed question, those with the previous question and with the first, and the message alone', () => {
    const analysed = analysedMessage({ question: 'stoneware cool for ash?', previous: PREVIOUS, opening: OPENING });
    expect(firstReading(MESSAGE, analysed)).toMatchObject({ question: analysed.question, isInContext: true });
    expect(otherReadings(MESSAGE, analysed).map(({ question, isInContext }) => [question, isInContext])).toEqual([
      ['How long does stoneware cool and for ash?', true],
      ['How hot does stoneware fire and for ash?', true],
      [MESSAGE, false],
    ]);
  });

  it('are empty at the start of a conversation, for small talk, and for a long message', () => {
    expect(otherReadings(MESSAGE, analysedMessage({ question: MESSAGE }))).toEqual([]);
    expect(otherReadings('hi', analysedMessage({ question: 'hi', previous: PREVIOUS, intent: 'general' }))).toEqual([]);
    const long = 'Which glaze melts first under wood ash kiln smoke beside porcelain cups bowls plates?';
    expect(otherReadings(long, analysedMessage({ question: long, previous: PREVIOUS }))).toEqual([]);
  });

  it('are empty for a correction that replaces one thing by another', () => {
    const correction = 'not stoneware, porcelain';
    const analysed = analysedMessage({ question: 'How long does porcelain cool?', previous: PREVIOUS });
    expect(otherReadings(correction, analysed)).toEqual([]);
    const taken = otherReadings('no, I meant porcelain', analysedMessage({ question: 'q', previous: PREVIOUS }));
    expect(taken.map(({ question }) => question)).toEqual(['How long does stoneware cool porcelain', 'porcelain']);
  });

  it('have the type of the message, or otherwise the type of the previous question', () => {
    const types = (message: string) =>
      otherReadings(message, analysedMessage({ question: message, previous: PREVIOUS })).map(({ type }) => type.kind);
    expect(types('who opens it?')).toEqual(['person']);
    expect(types('and for ash?')).toEqual([answerType(PREVIOUS).kind]);
    expect(types('can it be refused?')).toEqual(['other']);
    expect(types('what about ash?')).toEqual([answerType(PREVIOUS).kind]);
  });

  it('choose a sentence by the words of the message rather than by those of the conversation', () => {
    const words = [word('stoneware'), word('ash')];
    const [stoneware, ash] = wordsOfReading(words, { question: '', isInContext: true, type: answerType('') }, MESSAGE);
    expect(ash).toEqual(word('ash'));
    expect(stoneware?.weight).toBeLessThan(0.5);
    expect(wordsOfReading(words, { question: '', isInContext: false, type: answerType('') }, MESSAGE)).toBe(words);
  });

  it('are about the message if the sentence, in its context, contains some of the words that it names', () => {
    const words = [word('stoneware'), word('ash')];
    expect(topicalOverlap(likely([1, 0]), words, MESSAGE)).toBe(false);
    expect(topicalOverlap(likely([0, 1]), words, MESSAGE)).toBe(true);
    expect(topicalOverlap(likely([0, 0], [0, 1]), words, MESSAGE)).toBe(true);
    // A message that names nothing may be about anything.
    expect(topicalOverlap(likely([1, 0]), words, 'and then?')).toBe(true);
    expect(ownShare(likely([1, 0]), words, MESSAGE)).toEqual({ share: 0, count: 1 });
  });
});
