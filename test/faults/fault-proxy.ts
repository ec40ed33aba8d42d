import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What lies between two parts. `cut` ends what is open and takes nothing new; `cut_answers` lets requests through and
 * ends the connection when the answer comes, so that nobody knows what was done; `half_open` keeps every socket and
 * forwards nothing, ever again, on those it had; `drip` forwards little by little.
 */
export const FAULT_MODES = ['delay', 'cut', 'cut_answers', 'half_open', 'drip'] as const;
export type FaultMode = (typeof FAULT_MODES)[number] | 'pass';

export type FaultTarget = { host: string; port: number } | { path: string };

const DELAY_MS = 60;
const DRIP_BYTES = 256;
const DRIP_MS = 5;

interface Link {
  near: Socket;
  far: Socket;
  is_dead: boolean;
  loses_answer: boolean;
}

/** A TCP proxy that can be made to fail while it runs. */
export class FaultProxy {
  /** How often the present mode has been felt: connections refused or ended, pieces held back or swallowed. */
  felt = 0;
  readonly counts: Record<FaultMode, number> = {
    pass: 0,
    delay: 0,
    cut: 0,
    cut_answers: 0,
    half_open: 0,
    drip: 0,
  };
  connections = 0;
  #mode: FaultMode = 'pass';
  #target: FaultTarget;
  #cutsAnswerTo: string | null = null;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  /** The far sides of dead links: nobody has told them that the near side is gone. */
  readonly #abandoned = new Set<Socket>();

  private constructor(target: FaultTarget) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
  }

  static async open(target: FaultTarget): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get mode(): FaultMode {
    return this.#mode;
  }

  /** Where new connections lead. */
  pointTo(target: FaultTarget): void {
    this.#target = target;
  }

  set(mode: FaultMode): void {
    this.#mode = mode;
    this.felt = 0;
    if (mode === 'cut') for (const link of [...this.#links]) this.#end(link);
    if (mode === 'half_open') for (const link of this.#links) link.is_dead = true;
  }

  /** Ends the connection when the answer to a request with this text comes, once: what was asked for was done, and nobody hears of it. */
  cutAnswerTo(text: string): void {
    this.#cutsAnswerTo = text;
  }

  async close(): Promise<void> {
    for (const link of [...this.#links]) this.#end(link);
    for (const socket of this.#abandoned) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #feel(): void {
    this.felt += 1;
    this.counts[this.#mode] += 1;
  }

  #accept(near: Socket): void {
    this.connections += 1;
    near.on('error', () => {});
    if (this.#mode === 'cut') {
      this.#feel();
      near.resetAndDestroy();
      return;
    }
    const far = connect({ ...this.#target, allowHalfOpen: true } as never);
    const link: Link = { near, far, is_dead: this.#mode === 'half_open', loses_answer: false };
    this.#links.add(link);
    far.on('error', () => this.#end(link));
    near.on('close', () => this.#forget(link));
    far.on('close', () => this.#end(link));
    near.setNoDelay(true);
    far.setNoDelay(true);
    void this.#forward(link, near, far).catch(() => this.#end(link));
    void this.#forward(link, far, near).catch(() => this.#end(link));
  }

  async #forward(link: Link, from: Socket, to: Socket): Promise<void> {
    for await (const piece of from as AsyncIterable<Buffer>) {
      if (this.#mode !== 'pass') this.#feel();
      if (from === link.near && this.#cutsAnswerTo !== null && piece.includes(this.#cutsAnswerTo)) {
        this.#cutsAnswerTo = null;
        link.loses_answer = true;
      }
      if ((this.#mode === 'cut_answers' || link.loses_answer) && from === link.far) {
        this.#end(link);
        return;
      }
      if (this.#mode === 'delay') await sleep(DELAY_MS);
      if (this.#mode === 'drip') await this.#drip(link, to, piece);
      else await write(link, to, piece);
    }
    if (!link.is_dead) to.end();
  }

  async #drip(link: Link, to: Socket, piece: Buffer): Promise<void> {
    for (let from = 0; from < piece.length; from += DRIP_BYTES) {
      // Not for the rest of a large body after the fault is over.
      if (this.#mode === 'drip') await sleep(DRIP_MS);
      await write(link, to, piece.subarray(from, from + DRIP_BYTES));
    }
  }

  #forget(link: Link): void {
    if (!this.#links.delete(link)) return;
    if (link.is_dead && !link.far.destroyed) this.#abandoned.add(link.far);
    else link.far.destroy();
  }

  #end(link: Link): void {
    this.#links.delete(link);
    if (!link.near.destroyed) link.near.resetAndDestroy();
    link.far.destroy();
  }
}

/** What a dead link is given is gone. */
async function write(link: Link, to: Socket, piece: Buffer): Promise<void> {
  if (link.is_dead || to.destroyed) return;
  if (!to.write(piece)) {
    await new Promise<void>((resolve) => {
      const go = (): void => {
        to.off('drain', go).off('close', go);
        resolve();
      };
      to.on('drain', go).on('close', go);
    });
  }
}
