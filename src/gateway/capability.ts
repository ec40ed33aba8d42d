import type { RouteContext, TypedApp } from './route-context.ts';

/** What a part of Lapse brings to the whole; `capabilities.ts` lists them. `Needs` is what its routes take besides the context of all. */
export interface Capability<Needs = object> {
  routes(app: TypedApp, context: RouteContext & Needs): void;
  /** Types of the audit entries that it appends; its file declares them to `AuditTypes` too. */
  audit_types: readonly string[];
}
