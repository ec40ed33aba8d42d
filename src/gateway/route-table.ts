import type { FastifyInstance } from 'fastify';

/** Every route that was registered, for those who ask about routes other than the one being served. */
export interface RouteTable {
  readonly routes: readonly { method: string; url: string }[];
  matches(method: string, path: string): boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    routeTable: RouteTable;
  }
}

export function registerRouteTable(app: FastifyInstance): void {
  const routes: { method: string; url: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      routes.push({ method, url: route.url, pattern: toPattern(route.url) });
    }
  });
  app.decorate('routeTable', {
    routes,
    matches: (method, path) => routes.some((route) => route.method === method && route.pattern.test(path)),
  });
}

function toPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((step) =>
      step.startsWith(':') ? '[^/]+' : step === '*' ? '.*' : step.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}$`);
}
