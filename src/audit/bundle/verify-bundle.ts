import { counted } from '../../platform/counted.ts';
import { GrowingTree, HASH_BYTES, leafHash, subtreesOf } from '../tree/merkle.rules.ts';
import {
  type Checkpoint,
  formatKey,
  type NoteKey,
  openCheckpoint,
  parseKey,
} from '../tree/signed-note.rules.ts';
import { BUNDLE_FORMAT, type BundleEnd, type BundleHeader } from './bundle.ts';
import { readByteLines } from './read-byte-lines.ts';

export interface VerifyOptions {
  /** The log's key from elsewhere; without it the bundle vouches for itself. */
  key: NoteKey | null;
  /** A checkpoint that was kept earlier, as the signed note. */
  checkpoint: string | null;
}

export interface Verification {
  header: BundleHeader | null;
  key: NoteKey | null;
  /** The bundle's own, when its signature is good. */
  signed: Checkpoint | null;
  trusted: Checkpoint | null;
  /** Entries read. */
  entries: number;
  first_timestamp: string | null;
  last_timestamp: string | null;
  outside: number | null;
  /** The first is where to look. */
  faults: string[];
}

const ENTRY = Buffer.from('{"id":');
const TIMESTAMP = Buffer.from(',"timestamp":"');
const FAULTS_MAX = 100;
const entries = (count: number): string => counted(count, 'entry', 'entries');

/** Recomputes everything from the bytes of the bundle, in constant memory. Needs no server and no database. */
export async function verifyBundle(
  input: AsyncIterable<Buffer>,
  options: VerifyOptions,
): Promise<Verification> {
  const reader = new BundleReader(options);
  for await (const lines of readByteLines(input)) {
    for (const line of lines) reader.take(line);
  }
  return reader.end();
}

class BundleReader {
  readonly #options: VerifyOptions;
  readonly #result: Verification = {
    header: null,
    key: null,
    signed: null,
    trusted: null,
    entries: 0,
    first_timestamp: null,
    last_timestamp: null,
    outside: null,
    faults: [],
  };
  #line = 0;
  #tree = new GrowingTree();
  /** Hashes of entries that the log's own have not been compared with yet. */
  #unchecked: { leaf: Buffer; line: number; entry: Buffer | null }[] = [];
  #entriesThatDiffer = 0;
  #isTrustedMet = false;
  #isHistoryTheSame = false;
  #end: BundleEnd | null = null;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  take(line: Buffer): void {
    this.#line += 1;
    if (this.#line === 1) this.#takeHeader(line);
    else if (this.#result.header === null) return;
    else if (this.#end !== null) this.#fault(`Line ${this.#line} comes after the end of the bundle.`);
    else if (line.subarray(0, ENTRY.length).equals(ENTRY)) this.#takeEntry(line);
    else this.#takeOther(line);
  }

  end(): Verification {
    const result = this.#result;
    const { header } = result;
    if (header === null) {
      if (this.#line === 0) this.#fault('The file is empty.');
      return result;
    }
    result.entries = this.#tree.size - header.from_size;
    if (this.#end === null)
      this.#fault(`The bundle breaks off after line ${this.#line}: its end is missing.`);
    else if (this.#end.end !== result.entries) {
      this.#fault(`The bundle says it has ${entries(this.#end.end)}, and has ${result.entries}.`);
    }
    if (this.#unchecked.length > 0)
      this.#fault(`The log's hashes are missing at the end, of ${entries(this.#unchecked.length)}.`);
    this.#compareWithSigned();
    this.#compareWithTrusted();
    result.outside = this.#end?.outside ?? null;
    if ((result.outside ?? 0) !== 0) {
      this.#fault(
        `The database has ${entries(result.outside ?? 0)} outside the log: put past the service, with nothing to vouch for what it says.`,
      );
    }
    return result;
  }

  #fault(text: string): void {
    if (this.#result.faults.length < FAULTS_MAX) this.#result.faults.push(text);
  }

  #takeHeader(line: Buffer): void {
    const header = parseHeader(line);
    if (!header) {
      this.#fault('This is not an audit bundle: the first line is not the header of one.');
      return;
    }
    this.#result.header = header;
    const own = parseKey(header.key);
    const key = this.#options.key ?? own;
    this.#result.key = key;
    if (!own) this.#fault('The key in the bundle cannot be read.');
    if (!key) return;
    if (own && formatKey(own) !== formatKey(key)) {
      this.#fault(`The bundle names the key ${formatKey(own)}, which is not the one you gave.`);
    }
    this.#openSigned(header, key);
    this.#openTrusted(key);
    const roots = header.roots_before
      .map(fromBase64)
      .filter((root) => root?.length === HASH_BYTES) as Buffer[];
    if (
      roots.length !== header.roots_before.length ||
      roots.length !== subtreesOf(0, header.from_size).length
    ) {
      this.#fault(
        `The bundle begins at entry ${header.from_size}, but the hashes of those before are not all there.`,
      );
      return;
    }
    this.#tree = new GrowingTree(header.from_size, roots);
    this.#meetTrusted();
  }

  #openSigned(header: BundleHeader, key: NoteKey): void {
    const { checkpoint, trouble } = openCheckpoint(header.checkpoint, key);
    if (trouble) this.#fault(`The checkpoint of the bundle does not count: ${trouble}.`);
    else if (checkpoint?.origin !== header.origin)
      this.#fault(
        `The bundle says it is of the log ${header.origin}, its checkpoint says ${checkpoint?.origin}.`,
      );
    else if (checkpoint?.tree_size !== header.tree_size)
      this.#fault(
        `The bundle says the log has ${entries(header.tree_size)}, its checkpoint says ${checkpoint?.tree_size}.`,
      );
    this.#result.signed = checkpoint ?? null;
  }

  #openTrusted(key: NoteKey): void {
    if (this.#options.checkpoint === null) return;
    const { checkpoint, trouble } = openCheckpoint(this.#options.checkpoint, key);
    if (trouble) this.#fault(`The checkpoint you gave does not count: ${trouble}.`);
    this.#result.trusted = checkpoint ?? null;
  }

  #takeEntry(line: Buffer): void {
    this.#noteTimestamp(line);
    this.#append(leafHash(line), line);
  }

  /** Entries are in the order of their recording; what they tell of may have happened earlier. */
  #noteTimestamp(line: Buffer): void {
    const begin = line.indexOf(TIMESTAMP) + TIMESTAMP.length;
    const timestamp = line.toString('latin1', begin, line.indexOf('"', begin));
    const { first_timestamp, last_timestamp } = this.#result;
    if (first_timestamp === null || timestamp < first_timestamp) this.#result.first_timestamp = timestamp;
    if (last_timestamp === null || timestamp > last_timestamp) this.#result.last_timestamp = timestamp;
  }

  #append(leaf: Buffer, entry: Buffer | null): void {
    this.#unchecked.push({ leaf, line: this.#line, entry });
    this.#tree.append(leaf);
    this.#meetTrusted();
  }

  #takeOther(line: Buffer): void {
    const value = parseJson(line);
    const hashes = fromBase64(value?.leaf_hashes);
    if (hashes) this.#compareHashes(hashes);
    else if (value && 'missing' in value) {
      const which = value.missing === null ? '' : ` (id ${value.missing})`;
      this.#fault(`Entry ${this.#tree.size}${which} is missing: it was removed from the database.`);
      // Whatever stands in for it, the root cannot come out right.
      this.#append(Buffer.alloc(HASH_BYTES), null);
    } else if (isEnd(value)) this.#end = value;
    else this.#fault(`Line ${this.#line} is neither an entry nor anything else that belongs in a bundle.`);
  }

  #compareHashes(hashes: Buffer): void {
    const first = this.#tree.size - this.#unchecked.length;
    this.#unchecked.forEach(({ leaf, line, entry }, i) => {
      const kept = hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES);
      if (kept.equals(leaf) || entry === null) return;
      this.#entriesThatDiffer += 1;
      this.#fault(
        `Entry ${first + i} (id ${idOf(entry)}, line ${line} of the bundle) is not the one that was recorded there: its hash is not the one the log keeps.`,
      );
    });
    if (hashes.length > this.#unchecked.length * HASH_BYTES) {
      this.#fault(
        `Before line ${this.#line}, ${entries(hashes.length / HASH_BYTES)} should stand and only ${this.#unchecked.length} can be found: entries after ${first - 1} were removed.`,
      );
    }
    this.#unchecked = [];
  }

  #compareWithSigned(): void {
    const { signed, header } = this.#result;
    if (!signed || !header) return;
    if (this.#tree.size !== signed.tree_size) {
      this.#fault(
        `The signed checkpoint is over ${entries(signed.tree_size)}, the bundle ends after ${this.#tree.size}.`,
      );
    } else if (!this.#tree.root().equals(signed.root_hash)) {
      this.#fault(
        `The entries do not lead to the signed root: at least one of the entries 0 to ${signed.tree_size - 1} was changed, removed, inserted or moved${this.#entriesThatDiffer === 0 ? ', and the stored hashes with it' : ''}.`,
      );
    } else if (this.#entriesThatDiffer > 0) {
      this.#fault(
        'All entries are as they were signed. What was changed are the hashes that the database keeps for them.',
      );
    }
  }

  /** The tree has just grown to the size of the checkpoint that was kept: now their roots must agree. */
  #meetTrusted(): void {
    const { trusted } = this.#result;
    if (!trusted || this.#isTrustedMet || this.#tree.size !== trusted.tree_size) return;
    this.#isTrustedMet = true;
    this.#isHistoryTheSame = this.#tree.root().equals(trusted.root_hash);
  }

  #compareWithTrusted(): void {
    const { trusted, header } = this.#result;
    if (!trusted || !header || this.#isHistoryTheSame) return;
    if (this.#isTrustedMet) {
      this.#fault(
        `The first ${trusted.tree_size} entries are not those of the checkpoint you gave: history was rewritten after it was signed.`,
      );
      return;
    }
    this.#fault(
      trusted.tree_size > this.#tree.size
        ? `The checkpoint you gave is over ${entries(trusted.tree_size)}, the bundle ends after ${this.#tree.size}: entries were cut off.`
        : `The checkpoint you gave is over ${entries(trusted.tree_size)}, the bundle begins with entry ${header.from_size}: they cannot be compared. Export from ${trusted.tree_size} or earlier.`,
    );
  }
}

function parseJson(line: Buffer): Record<string, unknown> | null {
  try {
    const value = JSON.parse(line.toString('utf8'));
    return value !== null && typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Only the spelling that an encoder writes: nothing in a bundle may be changed without being noticed. */
function fromBase64(value: unknown): Buffer | null {
  if (typeof value !== 'string') return null;
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value ? bytes : null;
}

function isEnd(value: Record<string, unknown> | null): value is Record<string, unknown> & BundleEnd {
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count);
  return value !== null && isCount(value.end) && (value.outside === null || isCount(value.outside));
}

function parseHeader(line: Buffer): BundleHeader | null {
  const value = parseJson(line) as Partial<BundleHeader> | null;
  const isSize = (size: unknown): boolean => Number.isSafeInteger(size) && (size as number) >= 0;
  const isWhole =
    value?.format === BUNDLE_FORMAT &&
    [value.origin, value.key, value.checkpoint].every((text) => typeof text === 'string') &&
    [value.from_size, value.tree_size].every(isSize) &&
    Array.isArray(value.roots_before) &&
    value.roots_before.every((root) => typeof root === 'string');
  return isWhole ? (value as BundleHeader) : null;
}

function idOf(entry: Buffer): string {
  return String(parseJson(entry)?.id ?? 'unreadable');
}
