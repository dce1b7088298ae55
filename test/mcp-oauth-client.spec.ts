import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { type RunningApplication, startApplication } from './support/application.js';
import { freePort } from './support/free-port.js';
import { NpmOpenIdProvider, ProviderVisitor } from './support/npm-openid-provider.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

const REDIRECT_URL = 'http://127.0.0.1:7/callback';
/** The id of a program that no provider has heard of before: the address of its document. */
const DOCUMENT_ID = 'https://program.example.org/oauth/client.json';
const METADATA: OAuthClientMetadata = {
  client_name: 'A program with a document',
  redirect_uris: [REDIRECT_URL],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

/** Serves the document of a program, as its maker does on the web. */
class DocumentHost {
  fetched = 0;
  private readonly server = createServer((_request, response) => {
    this.fetched += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ client_id: DOCUMENT_ID, application_type: 'native', ...METADATA }));
  });

  /** @returns the address of the document on this machine */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/client.json`;
  }
  stop(): void {
    this.server.close();
  }
}

/** A program without a secret, and the browser of its person. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT_URL;
  readonly clientMetadata = METADATA;
  clientMetadataUrl?: string;
  /** What the provider sends the browser back with. */
  callback: URLSearchParams | undefined;
  asked: URL | undefined;
  private stored: StoredOAuthTokens | undefined;
  private verifier = '';

  /** @param registered its id at the provider, or what is saved of its document */
  constructor(
    private readonly visitor: ProviderVisitor,
    private readonly login: string,
    private registered: StoredOAuthClientInformation | undefined,
  ) {
    if (registered === undefined) this.clientMetadataUrl = DOCUMENT_ID;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.registered;
  }
  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.registered = information;
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.stored;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.stored = tokens;
  }
  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked = url;
    this.callback = (await this.visitor.signIn(url.href, this.login)).searchParams;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
}

describe('the client of the official SDK, which knows the address of /mcp alone', () => {
  const provider = new NpmOpenIdProvider();
  const host = new DocumentHost();
  let running: RunningApplication;
  let resource: string;
  beforeAll(async () => {
    const port = await freePort();
    const PUBLIC_URL = `http://127.0.0.1:${port}`;
    resource = `${PUBLIC_URL}/mcp`;
    await provider.start({ resource, clientDocument: { clientId: DOCUMENT_ID, servedAt: await host.start() } });
    await provider.setGroups('minji', ['staff']);
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: ADMIN['x-api-key'],
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      MCP_SCOPES: 'mcp',
    });
    await running.app.listen(port, '127.0.0.1');
    const rule = { provider_group: 'staff', scopes: ['query'], allowed_category_paths: [['Pottery']], groups: [] };
    const payload = { base_version: 0, rules: [rule] };
    await running.call({ method: 'PUT', url: '/group-mapping', headers: ADMIN, payload });
    for (const [document_id, label] of [
      ['kiln', 'Pottery'],
      ['vault', 'Bank'],
    ])
      await running.post(
        '/documents',
        { document_id, title: document_id, canonical_path: [label], text: `The ${document_id} opens at seven.` },
        ADMIN,
      );
  });
  afterAll(async () => {
    await running.stop();
    await provider.stop();
    host.stop();
  });

  it.each([
    ['legacy', 'a-program'],
    ['auto', 'a-program'],
    ['legacy', DOCUMENT_ID],
    ['auto', DOCUMENT_ID],
  ] as const)(
    'finds the provider, gets a token for /mcp and sees what its person may see (%s, as %s)',
    async (mode, id) => {
      const registered = id === DOCUMENT_ID ? undefined : { client_id: id };
      const program = new Program(new ProviderVisitor(provider.issuer), 'minji', registered);
      const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: program });
      const client = () => new Client({ name: 'a program', version: '1.0.0' }, { versionNegotiation: { mode } });
      const first = transport();
      await expect(client().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
      expect(program.asked?.searchParams.get('client_id')).toBe(id);
      expect(program.asked?.searchParams.get('resource')).toBe(resource);
      expect(program.asked?.searchParams.get('scope')?.split(' ')).toContain('mcp');
      if (program.callback === undefined) throw new Error('the browser did not come back');
      await first.finishAuth(program.callback);
      const connected = client();
      await connected.connect(transport());
      const answer = await connected.callTool({ name: 'search', arguments: { query: 'What opens at seven?' } });
      const { results } = answer.structuredContent as { results: { title: string }[] };
      expect(results.map(({ title }) => title)).toEqual(['kiln']);
      await connected.close();
    },
  );

  it('is known to the provider by its document alone, which is fetched once', () => {
    expect(host.fetched).toBe(1);
  });

  it('sees nothing with a person whose groups have no rule', async () => {
    const program = new Program(new ProviderVisitor(provider.issuer), 'jun', undefined);
    const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: program });
    const first = transport();
    const client = () => new Client({ name: 'a program', version: '1.0.0' });
    await expect(client().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
    if (program.callback === undefined) throw new Error('the browser did not come back');
    await first.finishAuth(program.callback);
    await expect(client().connect(transport())).rejects.toThrow(/scope 'query'/u);
  });
});
