import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BatonMode, type BatonState, filledState } from './baton-state.ts';

const PROGRAM = pathToFileURL(path.join(import.meta.dirname, 'program.mjs')).href;

export interface BatonPlatform {
  /** Where programs are. */
  programs: string;
  state(): BatonState;
  change(work: (state: BatonState) => void): void;
  setMode(mode: BatonMode): void;
  /** Names of the calls that were made, in order. */
  calls(): string[];
  violations(): string[];
  launch(): { args: string[]; env: Record<string, string>; cwd: string; pid: number };
  close(): void;
}

/**
 * A directory as an operator offers it, with a program in it, and what the program manages beside it; or the program in the
 * directory of an operator who has one.
 */
export function createPlatform(
  state: BatonState = filledState(),
  { name = 'baton-test', programs_in = null }: { name?: string; programs_in?: string | null } = {},
): BatonPlatform {
  const directory = mkdtempSync(path.join(tmpdir(), 'baton-test-'));
  const programs = programs_in ?? path.join(directory, 'programs');
  const data = path.join(directory, 'data');
  for (const each of [programs, data]) mkdirSync(each, { recursive: true });
  const program = path.join(programs, name);
  writeProgram(
    program,
    `import(${JSON.stringify(PROGRAM)}).then(({ runConnector }) => runConnector(${JSON.stringify(data)}));`,
  );
  const file = path.join(data, 'state.json');
  const load = (): BatonState => JSON.parse(readFileSync(file, 'utf8')) as BatonState;
  const save = (next: BatonState): void => {
    writeFileSync(`${file}.new`, JSON.stringify(next));
    renameSync(`${file}.new`, file);
  };
  const lines = (name: string): string[] => {
    const log = path.join(data, name);
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  };
  save(state);
  return {
    programs,
    state: load,
    change(work) {
      const next = load();
      work(next);
      save(next);
    },
    setMode(mode) {
      save({ ...load(), mode });
    },
    calls: () => lines('calls.log'),
    violations: () => lines('violations.log'),
    launch: () => JSON.parse(readFileSync(path.join(data, 'launch.json'), 'utf8')),
    close() {
      rmSync(program, { force: true });
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export function writeProgram(file: string, script: string): void {
  writeFileSync(file, `#!${process.execPath}\n${script}\n`);
  chmodSync(file, 0o755);
}
