// Loaded before a gateway (--import): it lets in everything of a tenant at once, to measure what its gate is worth.
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/tenant-gate.js')) return loaded;
  const source = String(loaded.source);
  const open = source.replace(/(usual|events|long): \\d+/g, '$1: Infinity');
  if (open === source) throw new Error('the gate is not where it was');
  return { ...loaded, source: open };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
