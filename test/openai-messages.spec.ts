import OpenAI from 'openai';
import { startApplication, type RunningApplication } from './support/application.js';

const KILN = 'At how many degrees is the blue kiln fired?';
const DOCUMENT = {
  document_id: 'kiln',
  canonical_path: ['Pottery'],
  title: 'Kiln handbook',
  text: 'The blue kiln is fired at 1240 degrees. The red kiln is fired at 980 degrees.',
};
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const IMAGE = { type: 'image_url' as const, image_url: { url: PIXEL } };
const SCHEMA = {
  type: 'object',
  properties: { degrees: { type: 'integer' } },
  required: ['degrees'],
  additionalProperties: false,
};

interface Extended {
  touchstone: { metadata: { reply?: string; trace_id?: string }; unread?: string[] };
}

describe('messages of programs under /v1', () => {
  let running: RunningApplication;
  let client: OpenAI;

  beforeAll(async () => {
    running = await startApplication();
    await running.app.listen(0, '127.0.0.1');
    client = new OpenAI({ baseURL: `${await running.app.getUrl()}/v1`, apiKey: 'none', maxRetries: 0 });
    await running.post('/documents', DOCUMENT);
  });
  afterAll(() => running.stop());

  const complete = (messages: OpenAI.ChatCompletionMessageParam[], more: object = {}) =>
    client.chat.completions.create({ model: 'default', messages, stream: false, ...more });
  const audited = async () =>
    (await running.call({ method: 'GET', url: '/audit?limit=100' }))
      .json()
      .items.filter((entry: { action: string }) => entry.action === 'ask').length as number;

  it('answers the text of a message with a picture, and reports that the picture was not read', async () => {
    const completion = await complete([{ role: 'user', content: [{ type: 'text', text: KILN }, IMAGE] }]);
    expect(completion.choices[0]?.message.content).toMatch(/1240[\s\S]*an image, which was not read/);
    expect((completion as unknown as Extended).touchstone.unread).toEqual(['image_url']);
    const stream = await client.chat.completions.create({
      model: 'default',
      messages: [{ role: 'user', content: [{ type: 'text', text: KILN }, IMAGE] }],
      stream: true,
    });
    let streamed = '';
    for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? '';
    expect(streamed).toBe(completion.choices[0]?.message.content);
  });

  it('continues after a picture in an earlier turn', async () => {
    const completion = await complete([
      { role: 'user', content: [{ type: 'text', text: 'What is in this picture?' }, IMAGE] },
      { role: 'assistant', content: 'I cannot see pictures.' },
      { role: 'user', content: KILN },
    ]);
    expect(completion.choices[0]?.message.content).toContain('1240');
    expect(completion.choices[0]?.message.content).not.toContain('not read');
  });

  it('refuses a picture alone in words that say what is taken', async () => {
    await expect(complete([{ role: 'user', content: [IMAGE] }])).rejects.toMatchObject({
      status: 422,
      param: 'messages[0].content',
      message: expect.stringContaining('ask in words'),
    });
  });

  it('answers the question inside a template with passages of another retrieval', async () => {
    const context = 'The blue kiln is fired at 7777 degrees. '.repeat(300);
    const template = `Use the following context.\n<context>${context}</context>\n\nQuestion: ${KILN}\nHelpful Answer:`;
    const completion = await complete([{ role: 'user', content: template }]);
    expect(completion.choices[0]?.message.content).toContain('1240');
    expect(completion.choices[0]?.message.content).not.toContain('7777');
  });

  it('answers what a page asks about its conversation without a document, the audit log or a conversation', async () => {
    await complete([{ role: 'user', content: KILN }]);
    const before = await audited();
    const completion = await complete([
      {
        role: 'user',
        content: `### Task:\nGenerate a concise, 3-5 word title summarizing the chat history.\n### Output:\nJSON format: { "title": "your concise title here" }\n### Chat History:\n<chat_history>\nUSER: ${KILN}\nASSISTANT: The blue kiln is fired at 1240 degrees. [1]\n</chat_history>`,
      },
    ]);
    expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toEqual({ title: expect.stringMatching(/kiln/i) });
    const { metadata } = (completion as unknown as Extended).touchstone;
    expect(metadata).toEqual({ reply: 'helper', helper: 'title' });
    expect(completion.usage?.total_tokens).toBe(0);
    expect(await audited()).toBe(before);
  });

  it.each([
    { type: 'json_object' as const },
    { type: 'json_schema' as const, json_schema: { name: 'kiln', schema: SCHEMA, strict: true } },
  ])('gives its own JSON where no model could fill a schema: $type', async (response_format) => {
    const completion = await complete([{ role: 'user', content: KILN }], { response_format });
    expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toEqual({
      answer: expect.stringContaining('1240'),
      sources: [expect.objectContaining({ document_id: 'kiln', title: 'Kiln handbook' })],
      confidence: expect.any(Number),
      abstained: false,
    });
    await expect(
      complete([{ role: 'user', content: KILN }], { response_format: { type: 'json_schema', json_schema: {} } }),
    ).rejects.toMatchObject({ status: 422, param: 'response_format.json_schema.schema' });
    await expect(
      complete([{ role: 'user', content: KILN }], { response_format: { type: 'json_schema' } }),
    ).rejects.toMatchObject({ status: 422, param: 'response_format.json_schema.schema' });
  });

  it('gives the members alone that a schema names, where they fit it', async () => {
    const properties = { answer: { type: 'string' }, abstained: { type: 'boolean' } };
    const schema = { type: 'object', properties, required: ['answer', 'abstained'], additionalProperties: false };
    const response_format = { type: 'json_schema' as const, json_schema: { name: 'kiln', schema, strict: true } };
    const answer = await complete([{ role: 'user', content: KILN }], { response_format });
    expect(Object.keys(JSON.parse(answer.choices[0]?.message.content ?? '{}'))).toEqual(['answer', 'abstained']);
  });

  it('shows one model, and names the one that is not there', async () => {
    expect(await client.models.retrieve('default')).toMatchObject({ id: 'default', object: 'model' });
    await expect(client.models.retrieve('gpt-nothing')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
      message: expect.stringContaining('gpt-nothing'),
    });
  });

  it('asks for text where token numbers come, and for its own length of vectors where another is wanted', async () => {
    for (const input of [
      [1212, 318, 257],
      [[1212], [318]],
    ])
      await expect(client.embeddings.create({ model: 'default', input })).rejects.toMatchObject({
        status: 422,
        param: 'input',
        message: expect.stringMatching(/token numbers.*send the text itself/),
      });
    const length = (await client.embeddings.create({ model: 'default', input: 'x' })).data[0]!.embedding.length;
    const same = await client.embeddings.create({ model: 'default', input: 'x', dimensions: length });
    expect(same.data[0]!.embedding).toHaveLength(length);
    await expect(client.embeddings.create({ model: 'default', input: 'x', dimensions: 7 })).rejects.toMatchObject({
      status: 422,
      param: 'dimensions',
      message: expect.stringContaining(`must be ${length}`),
    });
  });
});
