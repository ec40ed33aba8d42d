import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';
import { createResolve, type Resolve } from '../../src/webhooks/reach/reach-lookup.ts';

export interface DnsRecords {
  a?: readonly string[];
  aaaa?: readonly string[];
  /** The name is another's; the addresses are said to be of that one. */
  cname?: string;
}

/** What a name has, by how often it was asked for before; a name that is not there does not exist. */
export type DnsZone = Map<string, DnsRecords | ((asked: number) => DnsRecords)>;

export interface DnsServer {
  zone: DnsZone;
  /** Names asked for by A, in order. */
  asked: string[];
  resolve: Resolve;
  close(): Promise<void>;
}

const TYPE = { a: 1, cname: 5, aaaa: 28 } as const;

/** A name server on loopback that answers from a map, and says nothing else. */
export async function startDnsServer(zone: DnsZone = new Map()): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const counts = new Map<string, number>();
  socket.on('message', (query, peer) => {
    const { name, type, question } = readQuestion(query);
    const key = `${name} ${type}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (type === TYPE.a) asked.push(name);
    const entry = zone.get(name);
    const records = typeof entry === 'function' ? entry(count) : entry;
    socket.send(answer(query.subarray(0, 2), question, records, type), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
  return {
    zone,
    asked,
    // No hosts file: what the zone does not have does not exist.
    resolve: createResolve(resolver, async () => []),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1),
    question: query.subarray(12, at + 5),
  };
}

function answer(id: Buffer, question: Buffer, records: DnsRecords | undefined, type: number): Buffer {
  const data: Buffer[] = [];
  const owner = records?.cname === undefined ? Buffer.from([0xc0, 12]) : nameBytes(records.cname);
  if (records?.cname !== undefined)
    data.push(record(Buffer.from([0xc0, 12]), TYPE.cname, nameBytes(records.cname)));
  const addresses = type === TYPE.a ? records?.a : type === TYPE.aaaa ? records?.aaaa : [];
  for (const address of addresses ?? [])
    data.push(record(owner, type, Buffer.from(ipaddr.parse(address).toByteArray())));
  const header = Buffer.alloc(12);
  id.copy(header);
  // A recursive answer; 3: there is no such name.
  header.writeUInt16BE(records === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data.length, 6);
  return Buffer.concat([header, question, ...data]);
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]),
    Buffer.from([0]),
  ]);
