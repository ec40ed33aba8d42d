import type { paths } from './api.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that take this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never;

/** What stands for `{id}` and the like must be given where the path has such. */
type PathParameters<O> = O extends { parameters: { path: infer T } } ? { params: T } : { params?: undefined };

type Query<O> = O extends { parameters: { query?: infer T } } ? NonNullable<T> : never;

type Body<O> = O extends { requestBody?: { content: infer C } } ? C[keyof C] : never;

export type Options<P extends keyof paths, M extends Method> = PathParameters<Operation<P, M>> & {
  query?: Query<Operation<P, M>> | undefined;
  body?: Body<Operation<P, M>> | undefined;
  headers?: Record<string, string> | undefined;
  /** Makes a POST safe to repeat; the client makes one by itself where it repeats. */
  idempotency_key?: string | undefined;
  signal?: AbortSignal | undefined;
};

type Success<O> = O extends { responses: infer R }
  ? R extends { 200: { content: infer C } }
    ? C[keyof C]
    : R extends { 201: { content: infer C } }
      ? C[keyof C]
      : undefined
  : never;

export type Answer<P extends keyof paths, M extends Method> = Success<Operation<P, M>>;

/** One item of a list. */
export type Item<P extends PathOf<'get'>> = Answer<P, 'get'> extends { items: (infer T)[] } ? T : never;
