import process from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartupError } from '../../platform/errors.ts';

/** As a shell says it of a program that was interrupted. */
export const INTERRUPTED = 130;

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
  interrupted: () => void;
}

export const theTerminal = (interrupted: () => void): Terminal => ({
  input: process.stdin,
  output: process.stderr,
  interrupted,
});

/** Whether there is somebody who could answer. */
export const canAsk = ({ input, output }: Pick<Terminal, 'input' | 'output'>): boolean =>
  input.isTTY === true && output.isTTY === true;

/** One line from the keyboard. What is hidden is neither shown nor kept in a history. */
export function ask(question: string, { hidden }: { hidden: boolean }, terminal: Terminal): Promise<string> {
  const { input, output, interrupted } = terminal;
  output.write(question);
  const nothing = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({
    input,
    output: hidden ? nothing : output,
    terminal: input.isTTY === true,
    historySize: 0,
    ...(hidden ? {} : { prompt: question }),
  });
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    lines.once('line', (line) => {
      isAnswered = true;
      lines.close();
      if (hidden) output.write('\n');
      resolve(line);
    });
    lines.once('SIGINT', () => {
      isAnswered = true;
      lines.close();
      output.write('\n');
      interrupted();
      reject(new StartupError('Stopped.'));
    });
    lines.once('close', () => {
      if (!isAnswered) reject(new StartupError('Standard input has ended before everything was answered.'));
    });
  });
}
