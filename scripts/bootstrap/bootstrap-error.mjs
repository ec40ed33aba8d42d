/** A reason to end, for the person at the terminal: no stack trace helps with it. */
export class BootstrapError extends Error {}
