import fc from 'fast-check';
import { Analyser, Lexicon } from '../../../text/tokens/analyser.js';
import { stripParticle } from '../../../text/korean/korean-form.js';
import { ParaphraseLexicon } from './paraphrases/paraphrase-lexicon.js';
import { parseLexicon } from './paraphrases/parse-lexicon.js';
import { GroupedSynonyms } from './grouped-synonyms.js';
import { analyseQuery } from './query.js';
import { paraphrasesOf, QueryWord } from './query-word.js';

class SmallLexicon extends Lexicon {
  stem(word: string): string {
    return word.replace(/(ing|s)$/u, '');
  }
  isStopWord(word: string): boolean {
    return ['the', 'of', 'is', 'how', 'do'].includes(word);
  }
}

/** A word in two groups has the others of the later one. */
const synonyms = new GroupedSynonyms([
  ['leave of absence', '휴학'],
  ['휴학', '학업중단'],
  ['fee', 'tuition charge'],
  ['복수전공', '이중전공'],
]);

const analyser = new Analyser(new SmallLexicon());
const analyse = (text: string) => analyseQuery(text, { analyser, synonyms });
const synonym = (text: string) => ({ text, terms: analyser.termsOf(text), kind: 'synonym' });
const termsOfWord = ({ terms, alternatives }: QueryWord) => [...terms, ...alternatives.flatMap((name) => name.terms)];
const piece = fc.oneof(
  fc.constantFrom(
    '휴학은',
    '언제까지',
    '신청해야',
    '하나요?',
    '4학년인데',
    '제8조',
    'How',
    'fees',
    'what city',
    '11,200',
    '.',
    '😀',
    '알려줘',
    '번역'.normalize('NFD'),
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const question = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(' '));

describe('analyseQuery', () => {
  it('drops function words and keeps content words', () => {
    expect(analyse('휴학은 언제까지 신청해야 하나요?').words.map((word) => word.text)).toEqual(['휴학', '신청']);
    expect(analyse('How do students pay the fee?').words.map((word) => word.text)).toEqual(['students', 'pay', 'fee']);
  });

  it('keeps all words of a question of function words only', () => {
    expect(analyse('어떻게 하나요').words.map((word) => word.text)).toEqual(['어떻게', '하나요']);
  });

  it('finds a word by its synonyms too', () => {
    const word = analyse('휴학은?').words[0];
    expect(word?.alternatives).toEqual([synonym('학업중단')]);
    expect(analyse('휴학은?').terms).toEqual(expect.arrayContaining(['휴학', ...analyser.termsOf('학업중단')]));
  });

  it('treats a phrase with another name as one word', () => {
    const asked = analyse('How do I take a leave  of absence?');
    const phrase = asked.words.find((word) => word.isPhrase === true);
    expect(phrase?.text).toBe('leave of absence');
    expect(phrase?.terms).toEqual(['leave', 'absence']);
    expect(phrase?.alternatives).toEqual([synonym('휴학')]);
    expect(asked.words.map((word) => word.text)).not.toContain('leave');
    expect(analyse('How do I leave in absence').words.some((word) => word.isPhrase === true)).toBe(false);
  });

  it('finds a Korean compound that the user separates, with its particle', () => {
    const [first, second] = analyse('복수 전공을 포기하려면').words;
    expect(first?.text).toBe('복수전공');
    expect(first?.terms).toEqual(['복수', '전공']);
    expect(first?.alternatives).toEqual([synonym('이중전공')]);
    expect(first?.topical).toBe(true);
    expect(first?.isPhrase).toBe(true);
    expect(second?.text).toBe('포기');
    expect(analyse('복수 이후 전공을').words.every((word) => word.alternatives.length === 0)).toBe(true);
  });

  it('has up to a hundred words, each once where a long text repeats it, and those of most weight', () => {
    for (const [word, many] of [
      ['차이', '차이 '.repeat(1_320)],
      ['difference', 'difference '.repeat(800)],
    ] as const)
      expect(analyse(many).words.map(({ text }) => text)).toEqual([word]);
    const long = `${Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ')} ${'휴학 '.repeat(3)}`;
    const { words } = analyse(long);
    expect(words).toHaveLength(100);
    expect(words.at(-1)?.text).toBe('휴학');
    expect(words.at(-1)?.emphasis).toBeGreaterThan(words[0]?.emphasis ?? Infinity);
  });

  it('returns distinct terms, few enough for the index, each of them a term of its words', () => {
    const long = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
    expect(analyse(long).terms.length).toBeLessThanOrEqual(100);
    fc.assert(
      fc.property(question, (text) => {
        const { words, terms } = analyse(text);
        expect(new Set(terms).size).toBe(terms.length);
        const known = new Set(words.flatMap(termsOfWord));
        expect(terms.every((term) => known.has(term))).toBe(true);
      }),
    );
  });

  it('keeps something of every question that has a term', () => {
    fc.assert(fc.property(question, (text) => analyse(text).terms.length > 0 || analyser.termsOf(text).length === 0));
  });

  it('gives every word terms and a positive emphasis', () => {
    fc.assert(
      fc.property(question, (text) =>
        analyse(text).words.every(
          (word) => word.terms.length > 0 && word.emphasis > 0 && Number.isFinite(word.emphasis),
        ),
      ),
    );
  });

  it('makes the same terms from NFC and NFD', () => {
    const words = fc.array(fc.constantFrom('휴학은', '번역을', '신청', 'Café', '언제까지'), { maxLength: 8 });
    fc.assert(
      fc.property(words, (given) =>
        expect(analyse(given.join(' ').normalize('NFD')).terms).toEqual(analyse(given.join(' ')).terms),
      ),
    );
  });

  it('gives the preamble less weight than the question', () => {
    const { words } = analyse('저는 대학원생입니다. 도서관 대출 기간은?');
    const story = words.find((word) => word.text.startsWith('대학원생'));
    const asked = words.find((word) => word.text === '도서관');
    expect(story?.emphasis ?? 0).toBeLessThan(asked?.emphasis ?? 0);
  });
});

describe('analyseQuery, for the wording around a question', () => {
  const emphasis = (text: string, word: string) => analyse(text).words.find((w) => w.text === word)?.emphasis;
  const words = (text: string) => analyse(text).words.map((word) => word.text);

  it('drops phrases of asking and pointing', () => {
    expect(words('정확한 말은 모르겠는데 휴학 쪽에 벌점 같은 것이 정해져 있다던데, 그게 어떻게 되나요?')).toEqual([
      '휴학',
      '벌점',
    ]);
    expect(words('휴학 관련해서요, 등록금을 돌려받나요? 여쭤봐요.')).not.toContain('여쭤봐');
    // A rule may contain it too.
    expect(words('누구에게 알려야 하나요?')).toContain('알려야');
  });

  it('drops the day of the request, and no other date', () => {
    expect(words('2025년 9월 1일 기준으로 휴학은 몇 학기인가요?')).toEqual(words('휴학은 몇 학기인가요?'));
    expect(words('2025년 9월 1일까지 휴학을 하나요?')).toContain('2025');
    expect(analyse('2025년 9월 1일 기준').terms.length).toBeGreaterThan(0);
  });

  it('gives a topic that is named first the full weight, and a feeling hardly any', () => {
    const asked = '외박 벌점은 몇 점인가요?';
    expect(emphasis(`생활관 말인데요, ${asked}`, '생활관')).toBe(emphasis(`생활관 ${asked}`, '생활관'));
    expect(emphasis(`생활관 건으로 문의드립니다. ${asked}`, '생활관')).toBe(emphasis(`생활관 ${asked}`, '생활관'));
    expect(emphasis(`부모님께 혼날까 봐 불안해요. 생활관 ${asked}`, '부모님께')).toBeLessThan(0.2);
    expect(emphasis(`부모님께 여쭤보니 생활관에 산대요. 생활관 ${asked}`, '부모님께')).toBeGreaterThan(0.2);
  });

  it('keeps the words of a feeling in a question of nothing else', () => {
    expect(emphasis('시험 때문에 불안해요. 어떻게 하나요?', '시험')).toBeGreaterThan(0.2);
  });

  it('does not treat a question word as content, in any style', () => {
    const words = (text: string) => analyse(text).words.map((word) => word.text);
    expect(words('정확한 말은 모르겠습니다만 천문대가 있다고 들었는데, 그곳이 어디입니까?')).toEqual(['천문대']);
    expect(words('정확한 말은 모르겠는데 천문대가 있다던데, 거기가 어디인가요?')).toEqual(['천문대']);
    expect(words('관람은 언제입니까?')).toEqual(['관람']);
    expect(words('수학계획서는 배점이 몇 점인가요?')).toEqual(['수학계획서', '배점']);
  });

  it.each([
    '언제까지인가요',
    '언제부터예요',
    '얼마부터인가요',
    '얼마쯤인지',
    '어디까지인가요',
    '어디에서인가요',
    '며칠이에요',
    '며칠간인가요',
    '누구한테인가요',
    '무엇인지요',
  ])('recognises a question word with any particles: %s', (asking) => {
    expect(analyse(`관람은 ${asking}?`).words.map((word) => word.text)).toEqual(['관람']);
  });

  it('keeps words that only start like a question word', () => {
    expect(analyse('몇몇 어디든학교 무엇소').words).toHaveLength(3);
  });

  it('gives a noun that only names the kind of answer little weight', () => {
    expect(emphasis('관람 기간이 언제까지인가요?', '기간')).toBeLessThan(
      0.5 * emphasis('관람 기간을 늘리나요?', '기간')!,
    );
    expect(emphasis('관람 비용은 얼마예요?', '비용')).toBeLessThan(0.5 * emphasis('관람 비용을 돌려받나요?', '비용')!);
    expect(emphasis('관람기간이 언제까지인가요?', '관람기간')).toBe(emphasis('관람기간을 늘리나요?', '관람기간'));
  });

  it('does not treat the first word of a sentence as a name', () => {
    const topics = (text: string) => analyse(text).words.flatMap((word) => (word.topical ? [word.text] : []));
    expect(topics('Everybody says something else. Concerning the Mongolia loom: Kindly state the fee!')).toEqual([
      'mongolia',
    ]);
    expect(topics('Is it so? (Nobody knows.) "Which fee does the GPU cost?"')).toEqual(['gpu']);
    expect(topics('Where does Dr. Kim teach, and where J. Han?')).toEqual(['dr', 'kim', 'j', 'han']);
  });

  it('treats the nouns before a topic as part of it', () => {
    const topics = (text: string) => analyse(text).words.flatMap((word) => (word.topical ? [word.text] : []));
    expect(topics('천문대 관람은 언제인가요?')).toEqual(['천문대', '관람']);
    expect(topics('천문대에서 관람은 언제인가요?')).toEqual(['천문대', '관람']);
    expect(topics('천문대 문을 열면 관람은 언제인가요?')).toEqual(['관람']);
    expect(topics('걱정이 돼서요, 관람은 몇 시까지인가요?')).toEqual(['관람']);
    expect(topics('1년짜리 연구년을 나누어 쓰나요?')).toEqual(['연구년']);
  });
});

describe('analyseQuery, with a lexicon of paraphrases', () => {
  const entries = parseLexicon(
    `알바 > 시간제 근로
     돈 내다 > 납부, 납입
     해도 되다 > 허용
     fee ~ rate
     get rid of > dispose
     off > shutdown
     kid is sick > family care leave`,
    'own.txt',
  );
  const paraphrases = new ParaphraseLexicon(entries, new SmallLexicon());
  const read = (text: string) => analyseQuery(text, { analyser, synonyms, paraphrases });
  const word = (text: string, name: string) =>
    read(text).words.find(({ alternatives }) => alternatives.some((other) => other.text === name));

  it('gives an expression its names, with their kind, and keeps its own words', () => {
    expect(word('알바를 하면 휴학이 되나요?', '시간제 근로')).toMatchObject({
      text: '알바',
      terms: ['알바'],
      topical: true,
      alternatives: [{ text: '시간제 근로', kind: 'term', terms: analyser.termsOf('시간제 근로') }],
    });
    expect(read('알바를 하면 휴학이 되나요?').words.map(({ text }) => text)).toContain('휴학');
  });

  it('joins the words of an expression to one, at the position of the first', () => {
    const { words } = read('휴학하면 돈을 언제까지 내야 하나요?');
    expect(words.map(({ text }) => text)).toEqual(['휴학', '돈을']);
    expect(words[1]?.alternatives.map(({ text }) => text)).toEqual(['납부', '납입']);
  });

  it('adds to the synonyms of a word, and removes no part of it', () => {
    expect(word('Who pays the fee?', 'rate')?.alternatives).toEqual([
      synonym('tuition charge'),
      { text: 'rate', terms: ['rate'], kind: 'related' },
    ]);
  });

  it('gives an expression of function words little weight, and reads a question of nothing else by its names', () => {
    const { words, terms } = read('해도 되나요?');
    expect(words).toMatchObject([{ terms: [], emphasis: 0.2, alternatives: [{ text: '허용' }] }]);
    expect(terms).toEqual(['허용']);
  });

  it('drops names, never the own words of a long question', () => {
    const others = Array.from({ length: 90 }, (_, i) => `other${i}`);
    const { words, terms } = read(`알바 돈 내고 fee kid sick ${others.join(' ')}`);
    const own = new Set(words.flatMap((one) => one.terms));
    expect(own.size).toBeGreaterThanOrEqual(96);
    expect(terms).toHaveLength(96);
    expect(terms.every((term) => own.has(term))).toBe(true);
    const short = read('알바 돈 내고 fee kid sick');
    expect(short.terms).toEqual([...new Set([...short.words.flatMap((one) => one.terms), ...short.terms])]);
    expect(short.terms).toEqual(expect.arrayContaining(analyser.termsOf('시간제 근로')));
  });

  it('keeps the words of a question without the lexicon, and returns distinct terms of its words, its own first', () => {
    const expression = fc.constantFrom('알바', '돈을', '내고', '해도', '되나요', 'get', 'rid', 'kids', 'sick', 'off');
    const asked = fc.array(fc.oneof(piece, expression), { maxLength: 30 }).map((pieces) => `휴학 ${pieces.join(' ')}`);
    fc.assert(
      fc.property(asked, (text) => {
        const { words, terms } = read(text);
        const own = new Set(words.flatMap((one) => one.terms));
        expect([...own]).toEqual(expect.arrayContaining(analyse(text).words.flatMap((one) => one.terms)));
        expect(terms.slice(0, own.size)).toEqual([...own].slice(0, terms.length));
        const known = new Set(words.flatMap(termsOfWord));
        expect(terms.every((term) => known.has(term))).toBe(true);
        expect(new Set(terms).size).toBe(terms.length);
        expect(words.every((one) => one.emphasis > 0 && Number.isFinite(one.emphasis))).toBe(true);
      }),
    );
  });
});

describe('stripParticle', () => {
  it.each([
    ['휴학은', '휴학'],
    ['번역을', '번역'],
    ['도서관에서는', '도서관'],
    ['휴학', '휴학'],
    ['나는', '나는'],
  ])('makes %s into %s', (word, stripped) => {
    expect(stripParticle(word)).toBe(stripped);
  });

  it('keeps the start of the word, and two syllables of a longer one', () => {
    const hangul = fc.string({
      unit: fc.constantFrom('휴', '학', '은', '는', '에', '서', '이', '라', '고', '의'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(hangul, (word) => {
        const stripped = stripParticle(word);
        expect(word.startsWith(stripped)).toBe(true);
        expect(stripped.length).toBeGreaterThanOrEqual(Math.min(2, word.length));
      }),
    );
  });

  describe('verbs and units', () => {
    const called = (text: string) =>
      analyse(text).words.flatMap(({ alternatives }) => alternatives.map((one) => one.text));

    it('keeps a verb of one syllable that ends the question, and finds its other forms', () => {
      expect(analyse('온실은 언제 쉬나요?').words.map(({ text }) => text)).toEqual(['온실', '쉬']);
      expect(called('온실은 언제 쉬나요?')).toEqual(expect.arrayContaining(['쉰다', '쉬는']));
      expect(called('자전거는 어디서 빌려요?')).toEqual(expect.arrayContaining(['빌린', '빌릴']));
    });

    it('skips a verb of one syllable in the preamble', () => {
      expect(analyse('표를 냈는데 온실은 언제 열리나요?').words.map(({ text }) => text)).not.toContain('내');
    });

    it('gives a counted unit little weight, and finds it with any particle', () => {
      const unit = analyse('온실 표는 몇 장까지 사나요?').words.find(({ text }) => text === '장');
      expect(unit?.emphasis).toBeLessThan(0.5);
      expect(unit?.alternatives.map(({ text }) => text)).toContain('장을');
      expect(analyse('온실 표는 몇장을 사나요?').words.map(({ text }) => text)).toContain('장');
    });

    it('does not show other forms of a word as paraphrases of it', () => {
      expect(analyse('자전거는 어디서 빌려요?').words.flatMap(paraphrasesOf)).toEqual([]);
    });
  });
});
