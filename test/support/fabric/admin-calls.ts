import type { ScriptedAnswer, SeenRequest } from '../scripted-server.ts';
import { type FabricServer, fabricError, inSomeCase, listAnswer } from './fabric-server.ts';
import type { Row } from './fabric-tenant.ts';

const TYPED = ['Report', 'Dashboard', 'SemanticModel', 'App', 'Dataflow'];

/** Fabric's admin calls: they see everything, and name it otherwise than core calls do. */
export function answerAdmin(server: FabricServer, request: SeenRequest): ScriptedAnswer {
  const { pathname, searchParams } = new URL(request.path, server.url);
  const [, , set, id, what, child, leaf] = pathname.split('/').filter(Boolean);
  const { workspaces, items } = server.tenant.shown;
  if (request.method === 'GET') {
    if (set === 'workspaces' && id === undefined) {
      const rows = [...workspaces.values()].map(
        (one): Row => ({ id: one.id, name: one.name, type: one.type, state: 'Active', capacityId: null }),
      );
      return listAnswer(server, request.path, 'workspaces', rows.map(inSomeCase));
    }
    if (set === 'items' && id === undefined) {
      const rows = [...items.values()].map(
        (one): Row => ({
          id: one.id,
          name: one.name,
          type: one.type,
          state: 'Active',
          lastUpdatedDate: '2026-02-01T10:00:00',
          workspaceId: one.workspace.toUpperCase(),
        }),
      );
      return listAnswer(server, request.path, 'itemEntities', rows.map(inSomeCase));
    }
    const workspace = workspaces.get(id ?? '');
    if (set === 'workspaces' && workspace && what === 'users') {
      const accessDetails = [...workspace.access.values()].map(({ holder, role }) => ({
        principal: holder,
        workspaceAccessDetails: { type: 'Workspace', workspaceRole: role },
      }));
      return { json: { accessDetails } };
    }
    const item = items.get(child ?? '');
    if (set === 'workspaces' && item && what === 'items' && leaf === 'users') {
      if (TYPED.includes(item.type) && searchParams.get('type') !== item.type) {
        return fabricError(400, 'InvalidParameter', 'The type is required.');
      }
      return { json: { accessDetails: item.shares } };
    }
    if (what === 'users' || leaf === 'users') return fabricError(404, 'EntityNotFound', 'Not found.');
  }
  server.unknown.push(`${request.method} ${request.path}`);
  return fabricError(404, 'EntityNotFound', 'No such call.');
}

export const share = (principal: Row, permissions: string[], additionalPermissions: string[] = []): Row => ({
  principal,
  itemAccessDetails: { type: 'Lakehouse', permissions, additionalPermissions },
});
