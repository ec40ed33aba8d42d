/** Why nothing answers at a place, for whoever typed its address; `null` when the network does not say why. */
export function noConnection(
  error: { code?: string | undefined; message: string },
  { host, port }: { host: string; port: number | string },
): string | null {
  const code = error.code && KNOWN.test(error.code) ? error.code : KNOWN.exec(error.message)?.[0];
  if (code === undefined) return null;
  const place = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return `${sentence(code, host, place)} (${code})`;
}

const KNOWN =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOENT|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)\b/;

function sentence(code: string, host: string, place: string): string {
  switch (code) {
    case 'ENOTFOUND':
      return `There is no host named ${host}: check how it is spelled`;
    case 'EAI_AGAIN':
      return `The name ${host} cannot be looked up now: check how it is spelled, and the DNS of the machine of Lapse`;
    case 'ECONNREFUSED':
      return `Nothing listens at ${place}: check host and port, and that the server runs`;
    case 'ENOENT':
      return `There is no socket of a server in ${place}`;
    default:
      return `${place} cannot be reached from the machine of Lapse: check host and port, and firewalls between them`;
  }
}
