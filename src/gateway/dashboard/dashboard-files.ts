import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Beside the compiled service; when it runs from its sources, where the build puts it. */
function directory(): string | null {
  const candidates = ['../../dashboard', '../../../dist/dashboard'].map((relative) =>
    fileURLToPath(new URL(relative, import.meta.url)),
  );
  return candidates.find((candidate) => existsSync(path.join(candidate, 'index.html'))) ?? null;
}

/** Answers with a built file, or that there is none of that name. */
export type DashboardFiles = (reply: FastifyReply, name: string) => void;

/** Names of built files carry a hash of their content. */
const HASHED = /^assets\//;
/** What was compressed at build time is served in the place of these, never by its own name. */
const SERVED = /\.(html|js|css|svg|json)$/;

/** The built files, of which nothing else is ever served; null where they are not built. */
export async function registerDashboardFiles(app: FastifyInstance): Promise<DashboardFiles | null> {
  const root = directory();
  if (root === null) return null;
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, index: false });
  return (reply, name) => {
    if (!SERVED.test(name)) return reply.callNotFound();
    if (name === 'index.html') {
      reply.header('cache-control', 'no-cache');
      // Told that it has not changed, a browser would take the page that says that there is nothing for any other.
      const isPage = reply.statusCode === 200;
      return reply.sendFile(name, { cacheControl: false, etag: isPage, lastModified: isPage });
    }
    return HASHED.test(name)
      ? reply.sendFile(name, { maxAge: '1y', immutable: true })
      : reply.sendFile(name, { maxAge: '1h' });
  };
}
