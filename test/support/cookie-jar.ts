/** As much of a browser as following redirects by hand needs: cookies by host. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  take(host: string, setCookies: readonly string[]): void {
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    for (const line of setCookies) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/;\s*max-age=0/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, pair.slice(name.length + 1));
    }
  }

  header(host: string): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(host: string, name: string): string | undefined {
    return this.#cookies.get(host)?.get(name);
  }

  set(host: string, name: string, value: string): void {
    this.take(host, [`${name}=${value}`]);
  }
}
