import { parseUrl } from './parse-url.ts';

/**
 * Takes out of a text what the environment keeps secret. Nothing should have put it there; this is for the day on which
 * a library quotes an address in an error.
 */
export function createScrubber(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const secrets = Object.entries(env).flatMap(([name, value]) => {
    if (!value) return [];
    const address = parseUrl(value);
    const inAddress = address ? passwordsOf(address) : [];
    return /KEY|SECRET|TOKEN|PASSWORD/i.test(name) ? [value, ...inAddress] : inAddress;
  });
  // The longest first: one may be part of another. What is this short would be found in any sentence.
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= 4)
    .sort((a, b) => b.length - a.length);
  return (text) => known.reduce((said, secret) => said.replaceAll(secret, '•••'), text);
}

function passwordsOf({ password }: URL): string[] {
  if (password === '') return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
