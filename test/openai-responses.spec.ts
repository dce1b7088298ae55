import OpenAI from 'openai';
import { startApplication, type RunningApplication } from './support/application.js';
import { ResponseMaintenance } from '../src/openai-api/infrastructure/sql-stored-responses.js';

const ADMIN = 'The-Key-Of-The-Administrator-1';
const KILN = 'At how many degrees is the blue kiln fired?';
const DOCUMENTS = [
  {
    document_id: 'rules/startup',
    canonical_path: ['학사', '휴학'],
    title: '창업휴학 규정',
    source_url: 'https://example.org/startup',
    text: '제1조(창업휴학 기간) 창업휴학은 4학기까지 허가한다.\n제2조(창업휴학 서류) 창업휴학을 신청할 때에는 사업자등록증을 내야 한다.',
  },
  {
    document_id: 'kiln',
    canonical_path: ['Pottery'],
    title: 'Kiln handbook',
    text: 'The blue kiln is fired at 1240 degrees. The red kiln is fired at 980 degrees.',
  },
];

type Made = OpenAI.Responses.Response & {
  store?: boolean;
  touchstone: { abstained?: boolean; withheld?: boolean; metadata?: any };
};

describe('responses, asked by the openai package', () => {
  let running: RunningApplication;
  let baseURL: string;
  let client: OpenAI;
  const admin = { 'x-api-key': ADMIN };

  beforeAll(async () => {
    running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN });
    await running.app.listen(0, '127.0.0.1');
    baseURL = `${await running.app.getUrl()}/v1`;
    client = new OpenAI({ baseURL, apiKey: ADMIN, maxRetries: 0 });
  });
  beforeEach(async () => {
    for (const document of DOCUMENTS) await running.post('/documents', document, admin);
  });
  afterAll(() => running.stop());

  const keyFor = async (
    paths?: string[][],
  ): Promise<{ id: string; client: OpenAI; headers: Record<string, string> }> => {
    const made = await running.post(
      '/api-keys',
      { name: 'k', scopes: ['query'], ...(paths === undefined ? {} : { allowed_category_paths: paths }) },
      admin,
    );
    const { id, key } = made.json();
    return { id, client: new OpenAI({ baseURL, apiKey: key, maxRetries: 0 }), headers: { 'x-api-key': key } };
  };
  const ask = async (
    input: OpenAI.Responses.ResponseCreateParams['input'],
    more: object = {},
    by = client,
  ): Promise<Made> => (await by.responses.create({ model: 'default', input: input!, stream: false, ...more })) as Made;
  const conversationOf = (response: Made) =>
    String((response.touchstone as Record<string, unknown>)['conversation_id']);

  it('answers with its usage, its citations and its sources', async () => {
    const response = await ask(KILN, { instructions: 'Be brief.', metadata: { page: 'kilns' } });
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'default',
      error: null,
      instructions: 'Be brief.',
      metadata: { page: 'kilns' },
      store: true,
      previous_response_id: null,
    });
    expect(response.id).toMatch(/^resp_/);
    expect(response.output_text).toContain('1240');
    const { input_tokens, output_tokens, total_tokens } = response.usage!;
    expect([output_tokens > 3, input_tokens + output_tokens]).toEqual([true, total_tokens]);
    const [message] = response.output;
    if (message?.type !== 'message') throw new Error('no message');
    const [part] = message.content;
    if (part?.type !== 'output_text') throw new Error('no text');
    const url = part.annotations.find((one) => one.type === 'url_citation');
    const file = part.annotations.find((one) => one.type === 'file_citation');
    if (url === undefined || file === undefined) throw new Error('no citations');
    expect(part.text.slice(url.start_index, url.end_index)).toContain('1240');
    expect(file).toMatchObject({ file_id: 'kiln', filename: 'Kiln handbook' });
    expect(response.touchstone.abstained).toBe(false);
  });

  it('takes the conversation as items, and shows the search where the tool file_search is named', async () => {
    const response = await ask(
      [
        { role: 'user', content: '창업휴학은 몇 학기까지 할 수 있나요?' },
        { type: 'message', role: 'assistant', content: '4학기까지입니다.' },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: '그러면 어떤 서류를 내야 하나요?' },
            { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AA' },
          ],
        },
      ],
      { tools: [{ type: 'file_search', vector_store_ids: ['x'] }], include: ['file_search_call.results'] },
    );
    expect(response.output_text).toMatch(/사업자등록증[\s\S]*이미지/);
    expect(response.output.map((item) => item.type)).toEqual(['file_search_call', 'message']);
    expect(response.output[0]).toMatchObject({
      status: 'completed',
      queries: [expect.stringContaining('창업휴학')],
      results: [expect.objectContaining({ file_id: 'rules/startup' })],
    });
  });

  it('streams named events in order, whose texts are the answer', async () => {
    const stream = await client.responses.create({
      model: 'default',
      input: KILN,
      stream: true,
      tools: [{ type: 'file_search', vector_store_ids: [] }],
    });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, i) => i));
    expect([...new Set(events.map((event) => event.type))]).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.file_search_call.in_progress',
      'response.file_search_call.searching',
      'response.content_part.added',
      'response.output_text.delta',
      'response.file_search_call.completed',
      'response.output_item.done',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.completed',
    ]);
    const text = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
    const last = events.at(-1);
    if (last?.type !== 'response.completed') throw new Error('not completed');
    expect(text).toContain('1240');
    const kept = await client.responses.retrieve(last.response.id);
    expect(kept.output_text).toBe(text);
    expect(kept.output).toEqual(last.response.output);
  });

  it('runs its own reader of streams to the end', async () => {
    const stream = client.responses.stream({ model: 'default', input: KILN });
    expect((await stream.finalResponse()).output_text).toContain('1240');
  });

  it('continues from a stored response, in the same conversation', async () => {
    const first = await ask('창업휴학은 몇 학기까지 할 수 있나요?');
    const second = await ask('그러면 어떤 서류를 내야 하나요?', { previous_response_id: first.id });
    expect(second.output_text).toContain('사업자등록증');
    expect(second.touchstone.metadata.completed_question).toContain('창업휴학');
    expect(second.previous_response_id).toBe(first.id);
    expect(conversationOf(second)).toBe(conversationOf(first));
    await expect(ask('x', { previous_response_id: 'resp_none' })).rejects.toMatchObject({
      status: 404,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
  });

  it('refuses a conversation that it does not have, and a stream of what is stored', async () => {
    await expect(ask(KILN, { conversation: 'conv_1' })).rejects.toMatchObject({ status: 422, param: 'conversation' });
    const { id } = await ask(KILN, { conversation: null });
    await expect(client.responses.retrieve(id, { stream: true })).rejects.toMatchObject({ status: 422 });
    expect((await client.responses.retrieve(id, { stream: false })).id).toBe(id);
  });

  it('keeps a response for its key, and deletes it with its turn', async () => {
    const { client: own } = await keyFor();
    const { client: other } = await keyFor();
    const response = await ask(KILN, {}, own);
    expect(await own.responses.retrieve(response.id)).toMatchObject({ id: response.id, output: response.output });
    expect(await client.responses.retrieve(response.id)).toMatchObject({ id: response.id });
    await expect(other.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 });
    await expect(other.responses.delete(response.id)).rejects.toMatchObject({ status: 404 });
    await expect(ask('x', { previous_response_id: response.id }, other)).rejects.toMatchObject({ status: 404 });
    await own.responses.delete(response.id);
    await expect(own.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 });
    const turn = await running.call({ url: `/conversations/${conversationOf(response)}`, headers: admin });
    expect(turn.statusCode).toBe(404);
  });

  it('keeps nothing with store: false, but the entry of the audit log', async () => {
    const response = await ask('How hot is the red kiln?', { store: false });
    expect(response.store).toBe(false);
    await expect(client.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 });
    for (const url of [
      `/conversations/${conversationOf(response)}`,
      `/traces/${response.touchstone.metadata.trace_id}`,
    ])
      expect([url, (await running.call({ url, headers: admin })).statusCode]).toEqual([url, 404]);
    const log = await running.call({ url: '/audit?limit=100', headers: admin });
    const asked = (log.json().items as { action: string; question: string | null }[]).map(({ question }) => question);
    expect(asked).toContain('How hot is the red kiln?');
  });

  it('withholds the words once a document was changed or moved out of sight', async () => {
    const { client: own } = await keyFor([['Pottery']]);
    const response = await ask(KILN, {}, own);
    await running.post('/documents', { ...DOCUMENTS[1], canonical_path: ['Harbour'] }, admin);
    const shown = (await own.responses.retrieve(response.id)) as Made;
    expect(JSON.stringify(shown)).not.toContain('1240');
    expect([shown.touchstone.withheld, shown.output_text]).toEqual([true, expect.stringContaining('Withheld')]);
    expect((await client.responses.retrieve(response.id)).output_text).toContain('1240');
    await running.post('/documents', { ...DOCUMENTS[1], text: 'The blue kiln is cold.' }, admin);
    expect((await client.responses.retrieve(response.id)).output_text).toContain('Withheld');
  });

  it('deletes the responses of a key that was revoked', async () => {
    const { id, client: own } = await keyFor();
    const response = await ask(KILN, {}, own);
    const maintenance = running.app.get(ResponseMaintenance, { strict: false });
    await maintenance.run();
    expect(await client.responses.retrieve(response.id)).toMatchObject({ id: response.id });
    await running.call({ method: 'DELETE', url: `/api-keys/${id}`, headers: admin });
    await maintenance.run();
    await expect(client.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 });
  });

  it('gives JSON in the place of text, and helper prompts their form without keeping them', async () => {
    const shaped = await ask(KILN, {
      text: { format: { type: 'json_schema', name: 'x', schema: { type: 'object' } } },
    });
    expect(JSON.parse(shaped.output_text)).toMatchObject({ answer: expect.stringContaining('1240'), abstained: false });
    const title = await ask(`Create a title for this conversation in 4 words. Only the title.\n\nUser: ${KILN}`);
    expect([title.output_text, title.store]).toEqual([expect.stringMatching(/kiln/i), false]);
  });

  it.each([
    [{ input: '' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [{ role: 'assistant', content: 'x' }] }, 'input'],
    [{ input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] }, 'input[0].content'],
    [{ input: 'x', text: { format: { type: 'xml' } } }, 'text.format.type'],
    [{ input: 'x', metadata: 7 }, 'metadata'],
  ])('refuses %j at its place', async (body, param) => {
    const answer = await running.post('/v1/responses', { model: 'default', ...body }, admin);
    expect([answer.statusCode, answer.json().error.param]).toEqual([422, param]);
  });
});
