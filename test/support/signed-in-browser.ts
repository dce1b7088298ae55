import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { RunningApplication } from './application.js';
import type { OpenIdServer } from './openid-server.js';

export const PUBLIC_URL = 'https://answers.example';

/** Settings of a server whose people sign in at this provider. */
export function signInSettings(provider: OpenIdServer): Record<string, string> {
  return {
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  };
}

/** A browser with its cookies. It sends them with each request, and the token against forged requests with changing ones. */
export class Browser {
  readonly cookies = new Map<string, string>();
  csrfToken = '';

  constructor(private readonly running: Pick<RunningApplication, 'call'>) {}

  async call(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = options.method ?? 'GET';
    const changing = method === 'GET' ? {} : { origin: PUBLIC_URL, 'x-csrf-token': this.csrfToken };
    const all = { ...(cookie === '' ? {} : { cookie }), ...changing, ...options.headers };
    // An undefined header is one that this browser does not send.
    const headers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const response = await this.running.call({ ...options, headers });
    for (const { name, value, maxAge } of response.cookies as { name: string; value: string; maxAge?: number }[])
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    return response;
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.call({ method: 'GET', url });
  }

  post(url: string, payload: object): Promise<LightMyRequestResponse> {
    return this.call({ method: 'POST', url, payload });
  }

  /** Goes to the provider and returns the address that it sends the browser back to. */
  async toProvider(returnTo = '/'): Promise<string> {
    const started = await this.get(`/auth/login?return_to=${encodeURIComponent(returnTo)}`);
    const asked = await fetch(String(started.headers.location), { redirect: 'manual' });
    const back = new URL(asked.headers.get('location') ?? '');
    return `${back.pathname}${back.search}`;
  }

  /** Signs in the person of the provider. @returns the answer of the callback */
  async signIn(returnTo = '/'): Promise<LightMyRequestResponse> {
    const answer = await this.get(await this.toProvider(returnTo));
    this.csrfToken = (await this.get('/auth/session')).json().csrf_token ?? '';
    return answer;
  }
}
