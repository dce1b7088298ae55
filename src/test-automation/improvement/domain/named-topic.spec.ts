import { completeQuestions, EarlierQuestion, topicOf, withTopic } from './named-topic.js';

const opening: EarlierQuestion = {
  turn: 1,
  text: '교수학습개발센터 소장은 한 번 맡으면 몇 년 하는 거예요?',
  title: '교수학습개발센터규정',
  quote: '소장의 임기는 2년으로 한다.',
};
const second: EarlierQuestion = {
  turn: 2,
  text: '그럼 간사는 누가 뽑나요?',
  title: '교수학습개발센터규정',
  quote: '간사를 둔다.',
};
const english: EarlierQuestion = {
  turn: 1,
  text: 'Who provides templates for the annual review?',
  title: 'Handbook',
  quote: 'Templates are provided.',
};

describe('the topic of an earlier question', () => {
  it('is in the words of the person that the title of its document has', () => {
    expect(topicOf(opening, '위원 임기는 몇 년이에요?')).toBe('교수학습개발센터');
    expect(topicOf(opening, '교수학습개발센터 위원 임기는 몇 년이에요?')).toBe('');
  });

  it('is in all words that name something where the title has none', () => {
    expect(topicOf(english, 'Back to my first question: what was it again?')).toBe('provides templates annual review');
  });

  it('of a question that was made to be answered alone is in the title, or not named', () => {
    expect(topicOf(english, 'Who signs it?', true)).toBe('');
    expect(topicOf(opening, '위원은 누구인가요?', true)).toBe('교수학습개발센터');
  });

  it('is named before the last part of a question', () => {
    expect(withTopic('하나 더요. 구성 쪽인데요, 위원장은 누가 맡나요?', '회계 센터')).toBe(
      '하나 더요. 구성 쪽인데요, 회계 센터 위원장은 누가 맡나요?',
    );
    expect(withTopic('하나 더요. 간사는 누구인가요? 헷갈려서요.', '회계 센터')).toBe(
      '하나 더요. 회계 센터 간사는 누구인가요? 헷갈려서요.',
    );
    expect(withTopic('One more thing, can you tell me who leads it?', 'annual review')).toBe(
      'One more thing, about annual review, can you tell me who leads it?',
    );
  });
});

describe('a follow-up as complete questions', () => {
  const messages = (text: string, quote: string, earlier = [opening, second], searched = text) =>
    completeQuestions({ text, quote }, earlier, searched).map(({ message }) => message);

  it('names the topic of the opening first, and leaves out what was searched for', () => {
    const text = '실제로는요, 위원 임기는 몇 년이에요?';
    expect(messages(text, '위원의 임기').slice(0, 3)).toEqual([
      '위원 임기는 몇 년이에요?',
      '실제로는요, 교수학습개발센터 위원 임기는 몇 년이에요?',
      '교수학습개발센터 위원 임기는 몇 년이에요?',
    ]);
    expect(messages(text, '위원의 임기')).not.toContain(text);
    expect(messages(text, '위원의 임기', [opening], '무엇이든')[0]).toBe(text);
  });

  it('asks the earlier question again, alone and with its topic, in the place of one that only points to it', () => {
    const found = completeQuestions({ text: '방금 말씀하신 거 다시요.', quote: second.quote }, [opening, second], 'x');
    expect(found).toEqual([
      { message: second.text, topic: null, turn: 2 },
      { message: '교수학습개발센터 그럼 간사는 누가 뽑나요?', topic: '교수학습개발센터', isTitled: true, turn: 1 },
    ]);
    // Of questions that ask again, the first one counts.
    const twice = [opening, second, { ...second, turn: 3, text: '다시 말씀해 주세요.' }];
    expect(completeQuestions({ text: '한 번 더요.', quote: second.quote }, twice, 'x')).toEqual(found);
    const back = completeQuestions({ text: 'Back to my first question?', quote: english.quote }, [english], 'x');
    expect(back).toEqual([{ message: english.text, topic: null, turn: 1 }]);
  });

  it('asks a comparison together with the questions that it compares', () => {
    const quote = `${opening.quote ?? ''}\n${second.quote ?? ''}`;
    expect(messages('둘을 비교해 주세요.', quote)).toContain(`${opening.text} ${second.text} 둘을 비교해 주세요.`);
  });

  it('takes no topic from a question about another document', () => {
    const elsewhere = { ...opening, documentId: 'other' };
    const found = completeQuestions({ text: '위원은 누구인가요?', quote: 'q', documentId: 'own' }, [elsewhere], 'x');
    expect(found.map(({ topic }) => topic)).toEqual([null]);
  });

  it('is asked a bounded number of times', () => {
    const many = Array.from({ length: 12 }, (_, i) => ({
      ...opening,
      turn: i + 1,
      title: null,
      text: `제${i}기관 ${'가나다라마바사아자차카타'[i] ?? ''}센터는 어디인가요?`,
      quote: null,
    }));
    expect(messages('위원은 누구인가요?', 'q', many).length).toBe(8);
  });
});
