import { ConnectorError } from '../connector.ts';
import { guidOf, rowOf } from '../rows.ts';

interface SignedIn {
  ownId(signal: AbortSignal): Promise<string | null>;
}

/** The object ids of the applications of Lapse; `null`: a token does not say whose it is. */
export async function ownIds({
  reader,
  writer,
  signal,
}: {
  reader: SignedIn;
  writer: SignedIn;
  signal: AbortSignal;
}): Promise<Set<string | null>> {
  const removing = writer.ownId(signal).catch((error: unknown) => {
    // Nothing can be removed then, and reading goes on.
    if (error instanceof ConnectorError && error.code === 'authentication') return null;
    throw error;
  });
  return new Set(await Promise.all([reader.ownId(signal), removing]));
}

/** Only to recognise ourselves: nothing is allowed because of it. */
export function objectIdOf(token: string): string | null {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return guidOf(rowOf(claims).oid) ?? null;
  } catch {
    return null;
  }
}
