import { temporaryFolder } from './support/application.js';
import { kill, type Server, startServer } from './support/started-server.js';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
}

/** The other specs run the compiler's output. In the bundle a package that is there twice has its metadata twice. */
describe('the bundled program', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(temporaryFolder(), { LOG_LEVEL: 'info' });
  });
  afterAll(() => kill(server));

  it('reads the length of a page as a number on every route that has one', async () => {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, { get?: Operation }>;
    };
    const routes = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const parameters = get?.parameters ?? [];
      const isOpen = parameters.every((one) => one.required !== true);
      return isOpen && parameters.some(({ name }) => name === 'limit') ? [path] : [];
    });
    expect(routes).toEqual(expect.arrayContaining(['/audit', '/conversations', '/documents', '/insights/questions']));
    const refused: string[] = [];
    for (const path of routes) {
      const response = await fetch(`${server.url}${path}?limit=1`);
      if (response.status === 422) refused.push(`${path}: ${await response.text()}`);
    }
    expect(refused).toEqual([]);
  });
});
