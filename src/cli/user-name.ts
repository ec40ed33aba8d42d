import { userInfo } from 'node:os';

/** Who is at the terminal, as the audit trail shows it. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'terminal';
  }
}
