export type { components, paths } from './api.ts';
export { type ClientOptions, createClient, type LapseClient } from './client.ts';
export { type Fault, LapseError, toError } from './lapse-error.ts';
export type { Answer, Item, Method, Options, PathOf } from './operation.ts';
