import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';
import { CookieJar } from './cookie-jar.ts';

export const LAPSE_URL = 'https://lapse.example';
const LAPSE_HOST = new URL(LAPSE_URL).host;

/** What a browser adds to a request of our own pages. */
const OUR_PAGES = { 'sec-fetch-site': 'same-origin', 'x-lapse-request': 'dashboard' };

const given = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

/** Somebody with a browser, in front of one gateway or several. */
export class SignInBrowser {
  readonly jar = new CookieJar();
  service: TestApp;

  constructor(service: TestApp) {
    this.service = service;
  }

  /** One request to Lapse, with the cookies there are. */
  async lapse(
    path: string,
    {
      method = 'GET',
      headers = {},
      payload,
    }: { method?: 'GET' | 'POST'; headers?: object; payload?: object } = {},
  ): Promise<LightMyRequestResponse> {
    const cookie = this.jar.header(LAPSE_HOST);
    const response = await this.service.call({
      method,
      url: path,
      headers: given({
        ...(cookie === '' ? {} : { cookie }),
        ...(method === 'GET' ? {} : OUR_PAGES),
        ...headers,
      }),
      ...(payload ? { payload } : {}),
    });
    this.jar.take(LAPSE_HOST, [response.headers['set-cookie'] ?? []].flat());
    return response;
  }

  /** From the sign-in page of Lapse through that of the provider; answers the way back, not yet gone. */
  async upToCallback(
    name: string,
    path = '/auth/sign-in?return_to=/reviews/7?x=1',
    deny = false,
  ): Promise<string> {
    const begun = await this.lapse(path);
    if (begun.statusCode !== 302) throw new Error(`no sign-in began: ${begun.statusCode} ${begun.body}`);
    let url = String(begun.headers.location);
    let form: URLSearchParams | null = null;
    while (!url.startsWith(`${LAPSE_URL}/`)) {
      const { host } = new URL(url);
      const response: Response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: this.jar.header(host) },
        ...(form ? { method: 'POST', body: form } : {}),
      });
      this.jar.take(host, response.headers.getSetCookie());
      const location = response.headers.get('location');
      const body = await response.text();
      form = null;
      if (location) url = new URL(location, url).href;
      else if (response.status === 200) form = new URLSearchParams(deny ? { deny: '1' } : { name });
      else throw new Error(`the provider answered ${response.status}: ${body}`);
    }
    return url.slice(LAPSE_URL.length);
  }

  async signIn(name: string, path?: string): Promise<LightMyRequestResponse> {
    return this.lapse(await this.upToCallback(name, path));
  }

  get session(): string | undefined {
    return this.jar.get(LAPSE_HOST, '__Host-lapse');
  }

  set session(value: string) {
    this.jar.set(LAPSE_HOST, '__Host-lapse', value);
  }
}
