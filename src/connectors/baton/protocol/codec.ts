import type protobuf from 'protobufjs';
import { ConnectorError } from '../../connector.ts';
import { loadOptional } from '../load-optional.ts';
import { type Fields, MESSAGES, type MessageName } from './messages.ts';
import type { Any } from './types.ts';

export interface Codec {
  encode(name: MessageName, message: object): Buffer;
  decode<T>(name: MessageName, bytes: Uint8Array): T;
  /** The annotation of this kind, if there is one. */
  annotation<T>(name: MessageName, annotations: readonly Any[] | undefined): T | undefined;
  allAnnotations<T>(name: MessageName, annotations: readonly Any[] | undefined): T[];
  /** Annotations that are only there or not. */
  has(name: string, annotations: readonly Any[] | undefined): boolean;
}

const TYPE_URL = 'type.googleapis.com/c1.connector.v2.';

const isOf = (name: string, { type_url }: Any): boolean =>
  type_url?.slice(type_url.lastIndexOf('/') + 1) === `c1.connector.v2.${name}`;

/** A mark that is only there or not. */
export const mark = (name: string): Any => ({ type_url: `${TYPE_URL}${name}`, value: new Uint8Array() });

let loaded: Promise<Codec> | undefined;

/** Types are made once; reading and writing keep nothing. */
export function loadCodec(): Promise<Codec> {
  loaded ??= loadOptional(() => import('protobufjs'), 'protobufjs').then(createCodec);
  return loaded;
}

function createCodec({ Type, Field, MapField, Root }: typeof protobuf): Codec {
  const namespace = new Root().define('lapse');
  const types = new Map<string, protobuf.Type>();
  for (const [name, fields] of Object.entries<Fields>(MESSAGES)) {
    const type = new Type(name);
    for (const [field, described] of Object.entries(fields)) {
      const [rule, kind, number] = described.length === 3 ? described : [undefined, ...described];
      type.add(
        rule === 'map' ? new MapField(field, number, 'string', kind) : new Field(field, number, kind, rule),
      );
    }
    namespace.add(type);
    types.set(name, type);
  }
  const typeOf = (name: MessageName): protobuf.Type => types.get(name) as protobuf.Type;
  const decode = <T>(name: MessageName, bytes: Uint8Array): T => {
    const type = typeOf(name);
    try {
      return type.toObject(type.decode(bytes), { arrays: true, longs: Number }) as T;
    } catch (error) {
      throw new ConnectorError('protocol', `the connector sent a ${name} that cannot be read`, {
        cause: error,
      });
    }
  };
  const allAnnotations = <T>(name: MessageName, annotations: readonly Any[] | undefined): T[] =>
    (annotations ?? [])
      .filter((any) => isOf(name, any))
      .map(({ value }) => decode<T>(name, value ?? new Uint8Array()));
  return {
    decode,
    allAnnotations,
    encode: (name, message) => {
      const type = typeOf(name);
      return Buffer.from(type.encode(type.fromObject(message)).finish());
    },
    annotation: (name, annotations) => allAnnotations<never>(name, annotations).at(0),
    has: (name, annotations) => (annotations ?? []).some((any) => isOf(name, any)),
  };
}
