import { asNoun, isDictionaryForm, isFormOf, knownVerbs, possibleVerbs, saysWord } from './spoken-verbs.js';

describe('possibleVerbs', () => {
  it.each([
    ['휴학했다가 돌아올 때 서류가 뭐예요?', '돌아오다'],
    ['빌린 책은 어디에 두나요?', '빌리다'],
    ['위원을 뽑는 기준', '뽑다'],
    ['방을 바꿔 줘', '바꾸다'],
    ['그만두려면 누구에게 말하나요?', '그만두다'],
    ['일주일 쉬고 싶은데', '쉬다'],
    ['관리비를 깎아 주나요?', '깎다'],
  ])('has the verb of %s', (text, verb) => {
    expect(possibleVerbs(text)).toContain(verb);
  });

  it('has no auxiliaries, and no nouns with 하다', () => {
    expect(possibleVerbs('신청하려면 어떻게 하면 되나요? 알려 주나요?')).toEqual([]);
  });
});

describe('knownVerbs', () => {
  const known =
    (...words: string[]) =>
    (word: string) =>
      words.includes(word);
  it('are words of the dictionary, and compounds of one with a verb', () => {
    expect(knownVerbs('벌점과 벌주는 것', known('벌', '뽑다'))).toEqual(['벌주다']);
    expect(knownVerbs('위원을 뽑는 기준', known('뽑다'))).toEqual(['뽑다']);
    expect(knownVerbs('바로잡는 건 어떻게 되나요?', known('바로'))).toEqual(['바로잡다']);
    expect(knownVerbs('벌주는 것', known())).toEqual([]);
  });

  it('do not include nouns with their particle', () => {
    expect(knownVerbs('조치를 하는 기준', known('조', '기', '조치', '기준'))).toEqual([]);
  });
});

describe('saysWord', () => {
  it('compares a verb by its forms, and any other word literally', () => {
    expect(['돌아온 뒤에', '돌아와서 등록', '돌아오다'].every((text) => saysWord(text, '돌아오다'))).toBe(true);
    expect(saysWord('돌아가는 길', '돌아오다')).toBe(false);
    expect(saysWord('My LAPTOP is broken', 'laptop')).toBe(true);
    expect(saysWord('내용 안내', '내다')).toBe(false);
  });
});

it('a dictionary form is a word that ends in 다', () => {
  expect(['뽑다', '다', '휴학', 'da'].map(isDictionaryForm)).toEqual([true, false, false, false]);
  expect(isFormOf('뽑아서', '뽑다')).toBe(true);
  expect(asNoun('뽑다')).toBe('뽑기');
});
