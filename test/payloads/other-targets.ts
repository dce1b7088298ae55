import type { InjectOptions } from 'fastify';
import type { Existing } from './existing.js';
import { asHeader, bodyFields, encode, type Field, type Target, withTexts } from './target.js';

const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

function mcpTarget(name: string, method: string, params: object): Target {
  const body = { jsonrpc: '2.0', id: 'one', method, params };
  const fields = bodyFields(body);
  const agent: Field = { pointer: '?agent_id' };
  const own = fields.filter(({ pointer }) => pointer.startsWith('/params/'));
  return {
    name: `POST /mcp ${name}`,
    // The envelope of the parameters is the same for every message.
    fields: method === 'ping' ? [...fields, agent] : own,
    request(texts): InjectOptions {
      const agentId = texts.get(agent);
      const url = agentId === undefined ? '/mcp' : `/mcp?agent_id=${encode(agentId)}`;
      const payload = JSON.stringify(withTexts(body, fields, texts));
      return { method: 'POST', url, headers: MCP_HEADERS, payload };
    },
  };
}

/** Each message of the protocol with its nested strings. */
export function mcpTargets(existing: Existing): Target[] {
  const tool = (name: string, args: object) => mcpTarget(name, 'tools/call', { name, arguments: args });
  return [
    tool('search', { query: 'leave of absence' }),
    tool('ask', { message: 'When is it requested?', conversation_id: 'talk' }),
    tool('suggest_cases', { query: 'leave of absence' }),
    mcpTarget('resources/read', 'resources/read', {
      uri: `touchstone://documents/${existing['document_id'] ?? ''}`,
    }),
    mcpTarget('resources/list', 'resources/list', { cursor: 'n1' }),
    mcpTarget('ping', 'ping', {}),
    mcpTarget('initialize', 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a test', version: '1.0.0' },
    }),
  ];
}

/** A field that is named by what it is called in a form or a header. */
interface NamedField extends Field {
  readonly name: string;
}

const named = (names: readonly string[]): NamedField[] => names.map((name) => ({ name, pointer: `/${name}` }));

const FORM = {
  title: 'A file',
  document_id: 'uploaded',
  canonical_path: '["Kept"]',
  filename: 'a.txt',
  filetype: 'text/plain',
  filetext: 'The reading room opens at nine.',
} as const;

/** Inside a quoted parameter, as browsers escape it. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A form whose fields, file name, media type and text are all the caller's; written out, since libraries mend names. */
export const uploadTarget: Target = (() => {
  // The ending of its name says what a file is.
  const fields = named(Object.keys(FORM)).map((field) => ({ ...field, isAlone: field.name === 'filename' }));
  return {
    name: 'POST /documents/upload',
    fields,
    request(texts): InjectOptions {
      const given = fields.flatMap((field) => (texts.has(field) ? [[field.name, texts.get(field)] as const] : []));
      const form: Record<keyof typeof FORM, string> = { ...FORM, ...Object.fromEntries(given) };
      const parts = (['title', 'document_id', 'canonical_path'] as const).map(
        (name) => `name="${name}"\r\n\r\n${form[name]}`,
      );
      const type = asHeader(form.filetype);
      const file = `name="file"; filename="${quoted(form.filename)}"\r\ncontent-type: ${type}\r\n\r\n${form.filetext}`;
      const body = [...parts, file].map((part) => `--edge-of-a-part\r\ncontent-disposition: form-data; ${part}\r\n`);
      return {
        method: 'POST',
        url: '/documents/upload',
        headers: { 'content-type': 'multipart/form-data; boundary=edge-of-a-part' },
        payload: Buffer.from(`${body.join('')}--edge-of-a-part--\r\n`),
      };
    },
  };
})();

const HEADERS = [
  'x-request-id',
  'traceparent',
  'tracestate',
  'x-api-key',
  'authorization',
  'accept',
  'accept-language',
  'user-agent',
  'origin',
  'referer',
  'cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'if-none-match',
  'last-event-id',
];

export const headerTarget: Target = (() => {
  const fields = named(HEADERS);
  return {
    name: 'GET /taxonomy/versions (headers)',
    fields,
    request(texts): InjectOptions {
      const given = fields.flatMap((field) =>
        texts.has(field) ? [[field.name, asHeader(texts.get(field) ?? '')] as const] : [],
      );
      return { method: 'GET', url: '/taxonomy/versions', headers: Object.fromEntries(given) };
    },
  };
})();
