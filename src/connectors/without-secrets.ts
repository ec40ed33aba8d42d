/** What a platform says about an error may repeat what we sent. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter(Boolean).reduce((clean, secret) => clean.replaceAll(secret, '***'), text);
}
