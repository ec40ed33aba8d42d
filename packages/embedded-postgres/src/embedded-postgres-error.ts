/** A reason why the server cannot run, or its files cannot be used, as one sentence for the person at the terminal. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EmbeddedPostgresError';
  }
}
