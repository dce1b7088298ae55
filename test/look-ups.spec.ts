import { type RunningApplication, startApplication } from './support/application.js';

/** Provisions that are requested by number are quoted verbatim, for any start of the text; over HTTP. */

const DOCUMENTS = [
  {
    document_id: 'loft',
    title: '다락방 이용 요령',
    text:
      '다락방 이용 요령\n(살림과 예규 제4호)\n\n2021. 2. 3. 제정\n\n제1장 처음\n제1조(목적) 이 요령은 다락방을 쓰는 방법을 정한다.\n' +
      '제2조(열쇠) ① 열쇠는 살림과에서 받는다.\n② 다음 각 호의 사람은 열쇠를 받지 못한다.\n1. 열쇠를 잃어버린 사람\n2. 값을 내지 않은 사람\n' +
      '③ 열쇠는 사흘 안에 돌려준다. ④ 늦으면 하루에 800원을 낸다.\n제3조(값) 하룻밤에 5,000원이다.\n부칙\n제1조(시행일) 바로 시행한다.',
  },
  {
    document_id: 'wide',
    title: '보일러실 수칙',
    text: '보일러실 수칙\n\n제１조（온도） 물은 ６５도로 데운다．\n제２조（점검） 석 달마다 점검한다． 점검표의 번호는 ＨＢ－４０１２이다．',
  },
  {
    document_id: 'pond',
    title: 'Rules of the Pond',
    text:
      'Rules of the Pond\n\nAdopted 3 May 2022\n\nArticle 1. Name\nThe pond is called Mirror.\n\nArticle 2. Fishing\n' +
      '(1) Two rods each.\n(2) Nobody fishes:\n(a) at night;\n(b) in April.\n\nArticle 3. Boats\nBoats are let by the hour.',
  },
];

/** The label of an article is shown with its source. */
const unlabelled = (text: string): string =>
  text.replace(/^부칙 \/ /u, '').replace(/^(?:제[\d１-９]조[(（][^)）]{1,9}[)）] ?|Article 3\. Boats \/ )/u, '');

describe('a look-up by number', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    for (const document of DOCUMENTS)
      expect((await running.post('/documents', { ...document, canonical_path: ['House'] })).statusCode).toBe(201);
  });
  afterAll(() => running.stop());

  const ask = async (message: string, conversation?: string): Promise<any> => {
    const body = conversation === undefined ? { message } : { message, conversation_id: conversation };
    return (await running.post('/chat/run', body)).json();
  };
  const said = ({ response }: { response: string }) =>
    unlabelled(response.replace(/ \[\d+\]/gu, '').replace(/\s*\n\s*/gu, ' / '));

  it.each([
    ['다락방 이용 요령 제3조', '제3조(값) 하룻밤에 5,000원이다.'],
    ['다락방이용요령 3조가 뭐임?', '제3조(값) 하룻밤에 5,000원이다.'],
    ['다락방 이용 요령 제2조 제3항', '③ 열쇠는 사흘 안에 돌려준다.'],
    ['다락방 이용 요령 제2조 ④ 보여줄래요', '④ 늦으면 하루에 800원을 낸다.'],
    ['다락방 이용 요령 제2조 제1항', '제2조(열쇠) ① 열쇠는 살림과에서 받는다.'],
    ['다락방 이용 요령 제2조 제2항 제2호', '② 다음 각 호의 사람은 열쇠를 받지 못한다. / 2. 값을 내지 않은 사람'],
    ['다락방 이용 요령 제2조 제3항과 제4항', '③ 열쇠는 사흘 안에 돌려준다. ④ 늦으면 하루에 800원을 낸다.'],
    ['다락방 이용 요령 부칙 제1조', '부칙 / 제1조(시행일) 바로 시행한다.'],
    ['다락방 이용 요령에서 값에 관한 조항', '제3조(값) 하룻밤에 5,000원이다.'],
    ['다락방 이용 요령 제３조', '제3조(값) 하룻밤에 5,000원이다.'],
    ['보일러실 수칙 제1조', '제１조（온도） 물은 ６５도로 데운다．'],
    ['Rules of the Pond Article 3', 'Article 3. Boats / Boats are let by the hour.'],
    ['What does article 2(2)(b) of the Rules of the Pond say?', '(2) Nobody fishes: / (b) in April.'],
  ])('%s', async (question, expected) => {
    const answer = await ask(question);
    expect(said(answer)).toBe(unlabelled(expected));
    expect(answer.metadata).toMatchObject({ abstained: false });
    expect(answer.metadata.calibrated_confidence).toBeGreaterThan(0.9);
  });

  it('quotes a whole article, for any wording of the request', async () => {
    const { text } = DOCUMENTS[0] ?? { text: '' };
    const article = text.slice(text.indexOf('제2조'), text.indexOf('\n제3조'));
    expect((await ask('다락방 이용 요령 제2조 내용 알려주세요')).response).toBe(`${unlabelled(article)} [1]`);
  });

  it('abstains if the article, paragraph or item does not exist', async () => {
    for (const question of [
      '다락방 이용 요령 제8조',
      '다락방 이용 요령 제2조 제7항',
      '다락방 이용 요령 제2조 제2항 제6호',
      'Rules of the Pond Article 9',
    ]) {
      const { metadata, sources } = await ask(question);
      expect({ question, abstained: metadata.abstained, sources }).toEqual({ question, abstained: true, sources: [] });
    }
  });

  it('answers a question about an article with the requested fact', async () => {
    const { response } = await ask('다락방 이용 요령 제2조에 따르면 열쇠를 늦게 돌려주면 하루에 얼마를 내나요?');
    expect(response).toContain('800원');
  });

  it('finds codes in either width', async () => {
    for (const query of ['HB-4012', 'ＨＢ－４０１２', 'hb 4012']) {
      const { hits } = (await running.post('/search', { query, top_k: 3 })).json();
      expect(hits[0]?.document_id).toBe('wide');
    }
  });
});
