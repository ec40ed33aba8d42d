import type { RejectionRow } from './rejections.sql.ts';

/** The event as JSON where it is one, the text otherwise. */
export function rejectionView({ payload, ...row }: RejectionRow) {
  const event = row.is_cut ? null : objectOf(payload);
  return { ...row, event, text: event === null ? payload : null };
}

function objectOf(payload: string): object | null {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
