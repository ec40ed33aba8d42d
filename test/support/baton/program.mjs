// A Baton connector as a program: calls of the real protocol over a socket handed over as a file descriptor, mutual TLS with keys from
// standard input, and an end when that closes. What it manages stands in a file, so that it survives a crash.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import grpc from '@grpc/grpc-js';
import protobuf from 'protobufjs';

const { status } = grpc;
const PACKAGE = 'c1.connector.v2';

/** @param {string} directory Where its state is kept. */
export async function runConnector(directory) {
  const stateFile = path.join(directory, 'state.json');
  let read = { version: '', state: null };
  // Whoever writes it puts a new file in its place.
  const load = () => {
    const { ino, mtimeNs } = statSync(stateFile, { bigint: true });
    const version = `${ino} ${mtimeNs}`;
    if (read.version !== version) read = { version, state: JSON.parse(readFileSync(stateFile, 'utf8')) };
    return read.state;
  };
  const save = (state) => {
    writeFileSync(`${stateFile}.${process.pid}`, JSON.stringify(state));
    renameSync(`${stateFile}.${process.pid}`, stateFile);
  };
  const { mode } = load();
  writeFileSync(
    path.join(directory, 'launch.json'),
    JSON.stringify({ args: process.argv.slice(2), env: process.env, cwd: process.cwd(), pid: process.pid }),
  );
  if (mode.start === 'exit') {
    console.error(mode.says);
    process.exit(1);
  }
  if (mode.start === 'ignore_end') return new Promise((resolve) => setTimeout(resolve, 60_000));
  const isProvisioning = process.argv.includes('-p');
  if (process.argv.at(-1) !== '_connector-service') process.exit(2);

  const root = protobuf.parse(readFileSync(path.join(import.meta.dirname, 'connector.proto'), 'utf8'), {
    keepCase: true,
  }).root;
  const type = (name) => root.lookupType(`${PACKAGE}.${name}`);
  const any = (name, value = {}) => ({
    type_url: `type.googleapis.com/${PACKAGE}.${name}`,
    value: root.lookup(`${PACKAGE}.${name}`)
      ? type(name).encode(type(name).fromObject(value)).finish()
      : new Uint8Array(),
  });
  const has = (list, name) =>
    (list ?? []).some(({ type_url }) => type_url === `type.googleapis.com/${PACKAGE}.${name}`);
  const fail = (code, details) => Object.assign(new Error(details), { code, details });
  /** What no caller should do. */
  const violation = (text) => {
    appendFileSync(path.join(directory, 'violations.log'), `${text}\n`);
    return fail(status.INVALID_ARGUMENT, text);
  };

  const id = ([resource_type, resource]) => ({ resource_type, resource });
  const sameId = (a, b) => a?.resource_type === b?.[0] && a?.resource === b?.[1];
  const wholeResource = (one) => ({
    id: id(one.id),
    display_name: one.name,
    description: one.description,
    external_id: one.external_id,
    profile: { fields: { note: { string_value: `profile of ${one.name}` } } },
    ...(one.parent ? { parent_resource_id: id(one.parent) } : {}),
    ...(one.status ? { status: { status: one.status } } : {}),
    annotations: [
      ...(one.user ? [any('UserTrait', one.user)] : []),
      ...(one.marks ?? []).map((name) => any(name)),
      ...(one.children ?? []).map((resource_type_id) => any('ChildResourceType', { resource_type_id })),
    ],
  });
  const find = (state, resourceId) => state.resources.find((one) => sameId(resourceId, one.id));
  const typeOf = (one) => ({
    id: one.id,
    display_name: one.name,
    traits: one.traits,
    annotations: (one.marks ?? []).map((name) => any(name)),
  });
  const entitlementsOf = (state, resource) =>
    (resource.entitlements ?? state.types.find((one) => one.id === resource.id[0]).entitlements ?? []).map(
      ([slug, purpose, marks]) => ({
        resource: wholeResource(resource),
        id: `${resource.id[0]}:${resource.id[1]}:${slug}`,
        display_name: slug,
        slug,
        purpose,
        annotations: (marks ?? []).map((name) => any(name)),
      }),
    );
  /** As connectors do: whom and what by ids, and little else. */
  const stubGrant = (one) => ({
    id: `${one.entitlement}:${one.principal.join(':')}`,
    entitlement: { id: one.entitlement, resource: { id: id(one.on) } },
    principal: { id: id(one.principal) },
    annotations: [
      ...(one.expandable
        ? [any('GrantExpandable', { entitlement_ids: one.expandable, shallow: one.shallow ?? false })]
        : []),
      ...(one.marks ?? []).map((name) => any(name)),
    ],
    ...(one.sources ? { sources: { sources: one.sources } } : {}),
  });
  const shownGrants = (state) =>
    state.before && Date.now() < state.before.until ? state.before.grants : state.grants;

  /** Tokens are `e` for an empty page before the rows, and where the next row is. */
  const paged = (state, items, { page_size, page_token }) => {
    if (page_size > 250) throw violation('page_size must be at most 250');
    if (state.mode.stuck) return { list: items.slice(0, 1), next_page_token: 'again' };
    const empties = state.mode.empty_pages === true;
    if (empties && !page_token) return { list: [], next_page_token: 'e0' };
    const isEmpty = empties && /^x/.test(page_token);
    const at = Number(page_token.slice(1) || '0');
    if (isEmpty) return { list: [], next_page_token: `e${at}` };
    const size = page_size || 50;
    const list = items.slice(at, at + size);
    const next = at + size < items.length ? `${empties ? 'x' : 'p'}${at + size}` : '';
    return { list: state.mode.repeat_rows ? [...list, ...list] : list, next_page_token: next };
  };
  const isTypeScoped = (state, typeId, mark) =>
    state.types.find((one) => one.id === typeId)?.marks?.includes(mark) === true;

  /** Nobody lists by a stub: what a resource has on it decides what is listed of it. */
  const requireWhole = (state, resource, what) => {
    const known = find(state, resource?.id);
    if (!known) throw fail(status.NOT_FOUND, `${what}: no such resource`);
    if (resource.display_name !== known.name) throw violation(`${what}: the resource is not whole`);
    const marks = known.marks ?? [];
    if (marks.some((mark) => !has(resource.annotations, mark)))
      throw violation(`${what}: annotations are missing`);
    if (resource.profile?.fields?.note?.string_value !== `profile of ${known.name}`)
      throw violation(`${what}: the profile was not sent back as it came`);
    return known;
  };

  const handlers = {
    ListResourceTypes: (state, request) => paged(state, state.types.map(typeOf), request),
    ListResources(state, request) {
      const { resource_type_id, parent_resource_id } = request;
      if (!state.types.some((one) => one.id === resource_type_id))
        throw fail(status.NOT_FOUND, 'list resources with unknown resource type');
      const parent = parent_resource_id?.resource ? parent_resource_id : null;
      const found = state.resources.filter(
        (one) => one.id[0] === resource_type_id && (parent ? sameId(parent, one.parent) : !one.parent),
      );
      return paged(state, found.map(wholeResource), request);
    },
    GetResource(state, { resource_id }) {
      if (!state.can_get) throw fail(status.UNIMPLEMENTED, 'get resource with unknown resource type');
      const found = find(state, resource_id);
      if (!found) throw fail(status.NOT_FOUND, 'get resource returned nil');
      return { resource: wholeResource(found) };
    },
    ListEntitlements(state, request) {
      const typeId = request.resource?.id?.resource_type;
      if (isTypeScoped(state, typeId, 'TypeScopedEntitlements')) {
        if (!has(request.annotations, 'TypeScopedEntitlements'))
          throw violation('entitlements are listed by type');
        const all = state.resources.filter((one) => one.id[0] === typeId);
        return paged(
          state,
          all.flatMap((one) => entitlementsOf(state, one)),
          request,
        );
      }
      const known = requireWhole(state, request.resource, 'ListEntitlements');
      const isStatic = state.types.find((one) => one.id === typeId).is_static;
      return paged(state, isStatic ? [] : entitlementsOf(state, known), request);
    },
    ListStaticEntitlements(state, request) {
      const found = state.types.find((one) => one.id === request.resource_type_id);
      const list = found?.is_static
        ? found.entitlements.map(([slug, purpose]) => ({ slug, purpose, display_name: slug }))
        : [];
      return paged(state, list, request);
    },
    ListGrants(state, request) {
      const resourceId = request.resource?.id;
      const shown = shownGrants(state);
      if (isTypeScoped(state, resourceId?.resource_type, 'TypeScopedGrants')) {
        if (!has(request.annotations, 'TypeScopedGrants')) throw violation('grants are listed by type');
        const all = shown.filter((one) => one.on[0] === resourceId.resource_type);
        // Two lists side by side: the first page opens the second one.
        const half = Math.ceil(all.length / 2);
        if (!request.page_token)
          return {
            list: all.slice(0, half).map(stubGrant),
            next_page_token: '',
            annotations: [any('EnqueuePageTokens', { page_tokens: ['second'] })],
          };
        return { list: all.slice(half).map(stubGrant), next_page_token: '' };
      }
      requireWhole(state, request.resource, 'ListGrants');
      const of = shown.filter((one) => sameId(resourceId, one.listed_on ?? one.on));
      return paged(state, of.map(stubGrant), request);
    },
    Grant(state, { entitlement, principal }) {
      const { on, person, grant } = change(state, entitlement, principal, 'Grant');
      if (grant) return { annotations: [any('GrantAlreadyExists')], grants: [] };
      const former = state.removed.find(
        (one) => one.entitlement === entitlement.id && same(one.principal, person.id),
      );
      const added = former ?? { entitlement: entitlement.id, on: on.id, principal: person.id };
      write(state, [...state.grants, added]);
      return { annotations: [], grants: [stubGrant(added)] };
    },
    Revoke(state, { grant: asked }) {
      const { grant } = change(state, asked.entitlement, asked.principal, 'Revoke');
      if (!asked.id) throw violation('Revoke: the grant has no id');
      if (!grant) return { annotations: [any('GrantAlreadyRevoked')] };
      if (grant.marks?.includes('GrantImmutable')) throw violation('Revoke: the grant is immutable');
      state.removed.push(grant);
      write(
        state,
        state.grants.filter((one) => one !== grant),
      );
      return { annotations: [] };
    },
    ListEventFeeds: (state) => ({
      list: state.feeds.map((feed) => ({ id: feed.id, supported_event_types: feed.types })),
    }),
    ListEvents(state, { cursor, start_at, page_size, event_feed_id }) {
      const feed = state.feeds.find((one) => one.id === event_feed_id);
      if (!feed) throw fail(status.NOT_FOUND, `event feed id ${event_feed_id} not found`);
      if (cursor !== '' && !cursor.startsWith(state.feed_epoch))
        throw fail(status.INVALID_ARGUMENT, 'unknown cursor');
      const at = cursor === '' ? 0 : Number(cursor.slice(state.feed_epoch.length));
      const from = Number(start_at?.seconds ?? 0);
      const all = feed.events.filter((one) => one.at >= from);
      const size = Math.min(page_size || 2, feed.page ?? 1_000);
      const list = all.slice(at, at + size);
      return {
        events: list.map((one) => ({
          id: one.id,
          occurred_at: { seconds: one.at, nanos: 500_000_000 },
          ...(one.target
            ? {
                usage_event: {
                  target_resource: { id: id(one.target) },
                  actor_resource: { id: id(one.actor) },
                },
              }
            : {}),
        })),
        cursor: `${state.feed_epoch}${at + list.length}`,
        has_more: at + list.length < all.length,
      };
    },
    Validate({ signs_in }) {
      const { BATON_DOMAIN, BATON_TOKEN } = process.env;
      if (signs_in && BATON_DOMAIN !== signs_in.domain)
        throw fail(status.UNKNOWN, `dial tcp: lookup ${BATON_DOMAIN}: no such host`);
      if (signs_in && BATON_TOKEN !== signs_in.token)
        throw fail(status.UNAUTHENTICATED, 'the platform answers 401: the token is not valid');
      if (signs_in?.may_read === false)
        throw fail(status.PERMISSION_DENIED, 'the platform answers 403: the scope users.read is missing');
      return { annotations: [], sdk_version: 'v0.2.51' };
    },
    GetMetadata: (state) => ({
      metadata: {
        display_name: 'Test platform',
        capabilities: {
          resource_type_capabilities: state.types.map((one) => ({
            resource_type: typeOf(one),
            capabilities: [2, ...(one.is_read_only ? [] : [1]), ...(state.can_get ? [11] : [])],
          })),
        },
      },
    }),
  };

  const same = (a, b) => a[0] === b[0] && a[1] === b[1];

  function change(state, entitlement, principal, what) {
    if (!isProvisioning) throw fail(status.FAILED_PRECONDITION, 'provisioning is not enabled');
    const on = requireWhole(state, entitlement?.resource, what);
    const person = requireWhole(state, principal, what);
    const isKnown = entitlementsOf(state, on).some((one) => one.id === entitlement.id);
    if (!isKnown) throw fail(status.INVALID_ARGUMENT, `${what}: no such entitlement`);
    if (!entitlement.slug || !entitlement.purpose) throw violation(`${what}: the entitlement is not whole`);
    const grant = state.grants.find(
      (one) => one.entitlement === entitlement.id && same(one.principal, person.id),
    );
    return { on, person, grant };
  }

  function write(state, grants) {
    if (state.mode.lag_ms) state.before = { grants: state.grants, until: Date.now() + state.mode.lag_ms };
    state.grants = grants;
    save(state);
  }

  const answer = (name, codec) => async (call, callback) => {
    try {
      const state = load();
      appendFileSync(path.join(directory, 'calls.log'), `${name}\n`);
      const { mode: now } = state;
      if (now.floods) process.stderr.write(`${'x'.repeat(1_000_000)}\n`);
      if (now.silent) return;
      if (now.slow_ms && (now.slow_call ?? name) === name)
        await new Promise((resolve) => setTimeout(resolve, now.slow_ms));
      if (now.crash_before === name) crash(state, 'crash_before');
      const refusal = now.refuse?.[name];
      if (refusal) throw fail(status[refusal[0]], refusal[1]);
      if (now.big === name)
        return callback(null, { list: [{ id: id(['a', 'b']), display_name: 'x'.repeat(6_000_000) }] });
      const result = handlers[name](
        state,
        codec.request.toObject(call.request, { arrays: true, longs: Number, defaults: true }),
      );
      if (now.crash_after === name) crash(load(), 'crash_after');
      callback(null, result);
    } catch (error) {
      callback(error.code === undefined ? fail(status.INTERNAL, String(error.stack)) : error);
    }
  };

  /** Once: the next one that is started works. */
  function crash(state, which) {
    delete state.mode[which];
    save(state);
    process.kill(process.pid, 'SIGKILL');
  }

  const input = createInterface({ input: process.stdin });
  const line = await new Promise((resolve) => input.once('line', resolve));
  process.stdin.on('end', () => process.exit(0));
  input.on('close', () => process.exit(0));
  const config = type('ServerConfig').decode(Buffer.from(line, 'base64'));
  const { ca_cert, cert, key } = config.credential;
  const seed = Buffer.from(key.subarray(0, 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x;
  if (key.length !== 64 || publicKey !== Buffer.from(key.subarray(32)).toString('base64url')) process.exit(3);
  const pem = (der) =>
    Buffer.from(
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
    );
  const credentials = grpc.ServerCredentials.createSsl(
    pem(ca_cert),
    [
      {
        private_key: Buffer.from(privateKey.export({ format: 'pem', type: 'pkcs8' })),
        cert_chain: pem(cert),
      },
    ],
    true,
  );

  const server = new grpc.Server();
  for (const service of root.lookup(PACKAGE).nestedArray.filter((one) => one instanceof protobuf.Service)) {
    const definition = {};
    const implementation = {};
    for (const method of service.methodsArray) {
      const codec = { request: type(method.requestType), response: type(method.responseType) };
      definition[method.name] = {
        path: `/${PACKAGE}.${service.name}/${method.name}`,
        requestStream: false,
        responseStream: false,
        requestDeserialize: (bytes) => codec.request.decode(bytes),
        requestSerialize: (message) => Buffer.from(codec.request.encode(message).finish()),
        responseDeserialize: (bytes) => codec.response.decode(bytes),
        responseSerialize: (message) =>
          Buffer.from(codec.response.encode(codec.response.fromObject(message)).finish()),
      };
      implementation[method.name] = answer(method.name, codec);
    }
    server.addService(definition, implementation);
  }
  const injector = server.createConnectionInjector(credentials);
  const listener = createServer((socket) => injector.injectConnection(socket));
  listener.listen({ fd: Number(process.env.BATON_CONNECTOR_SERVICE_LISTENER_FD) }, () => {
    if (listener.address().port !== config.listen_port) process.exit(4);
  });
}
