import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { PUBLIC_URL } from './signed-in-browser.js';
import type { ProviderChoice } from './npm-openid-worker.js';

/** The OpenID provider of the npm package `oidc-provider`, with its own login and consent pages, in a thread with its own clock. */
export class NpmOpenIdProvider {
  readonly clientId = 'touchstone';
  readonly clientSecret = 'the-secret-of-the-client-1';
  issuer = '';
  private worker: Worker | undefined;

  /** @param choice what differs from a provider with the right time, for people alone */
  async start(choice: Partial<ProviderChoice> = {}): Promise<void> {
    const { clientId, clientSecret } = this;
    const workerData: ProviderChoice = { clientId, clientSecret, base: PUBLIC_URL, aheadMs: 0, ...choice };
    this.worker = new Worker(new URL('./npm-openid-worker.js', import.meta.url), { workerData, stderr: true });
    const [issuer] = (await once(this.worker, 'message')) as [string];
    this.issuer = issuer;
  }

  /** Sets the groups of a person, for the next tokens and for userinfo. */
  async setGroups(sub: string, groups: readonly string[]): Promise<void> {
    const set = this.worker && once(this.worker, 'message');
    this.worker?.postMessage([sub, groups]);
    await set;
  }

  async stop(): Promise<void> {
    await this.worker?.terminate();
  }
}

/** A browser at the provider: it has cookies, follows redirects, and fills in forms. */
export class ProviderVisitor {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

  /** Signs in and agrees. @returns the address that the provider sends the browser to at the end */
  async signIn(url: string, login: string): Promise<URL> {
    let page = await this.visit(url);
    while (page.away === undefined) {
      const prompt = /name="prompt" value="(\w+)"/.exec(page.html)?.[1] ?? '';
      page = await this.visit(actionIn(page.html), { prompt, login, password: 'any' });
    }
    return page.away;
  }

  /** Ends the session at the provider. @returns where the provider sends the browser afterwards */
  async signOut(url: string): Promise<URL | undefined> {
    const page = await this.visit(url);
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page.html)?.[1] ?? '';
    return (await this.visit(actionIn(page.html), { xsrf, logout: 'yes' })).away;
  }

  private async visit(
    address: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ html: string; away: URL | undefined }> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(address, this.origin), {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
      this.cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get('location');
    if (location === null) {
      if (response.status !== 200) throw new Error(`The provider answered ${response.status}: ${html.slice(0, 500)}`);
      return { html, away: undefined };
    }
    const next = new URL(location, this.origin);
    return next.origin === this.origin ? this.visit(next.href) : { html, away: next };
  }
}

const actionIn = (html: string): string => {
  const action = /action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) throw new Error(`There is no form: ${html.slice(0, 500)}`);
  return action;
};
