export type Level = 'ok' | 'warning' | 'problem';

/** One line of the doctor's report. */
export interface Finding {
  /** What was looked at: a stable name for scripts. */
  check: string;
  level: Level;
  /** One sentence. */
  message: string;
  /** What to do about it; null when nothing is wrong. */
  fix: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message, fix: null });

const withFix =
  (level: Level) =>
  (check: string, message: string, fix: string): Finding => ({ check, level, message, fix });
export const warning = withFix('warning');
export const problem = withFix('problem');

/** For sentences of the program that say what is wrong first and what to do about it after a colon or semicolon. */
export function problemFrom(check: string, sentence: string): Finding {
  const [, message = sentence, fix = ''] = /^(.*?)(?:[;:] )(.*)$/s.exec(sentence) ?? [];
  return problem(check, endSentence(message), fix === '' ? 'See the log.' : endSentence(fix));
}

function endSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
