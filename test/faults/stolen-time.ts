import { readFileSync } from 'node:fs';

interface ProcessorTime {
  stolen: number;
  all: number;
}

/** The column of /proc/stat with the time in which the host of a virtual machine let others run. */
const STOLEN = 7;
/** The columns after it are parts of the first ones. */
const COLUMNS = 8;

export function processorTimeOf(stat: string): ProcessorTime {
  const [first = ''] = stat.split('\n', 1);
  const columns = first
    .trim()
    .split(/\s+/)
    .slice(1, 1 + COLUMNS)
    .map(Number);
  return { stolen: columns[STOLEN] ?? 0, all: columns.reduce((sum, ticks) => sum + ticks, 0) };
}

/**
 * Which part of the processors' time was taken by others outside this machine since `begin`. What took long then says nothing
 * about the program.
 */
export class StolenTime {
  #began: ProcessorTime = now();

  begin(): void {
    this.#began = now();
  }

  get part(): number {
    const { stolen, all } = now();
    return (stolen - this.#began.stolen) / Math.max(1, all - this.#began.all);
  }
}

function now(): ProcessorTime {
  return process.platform === 'linux'
    ? processorTimeOf(readFileSync('/proc/stat', 'utf8'))
    : { stolen: 0, all: 1 };
}
