/** Told what takes a while (`info`) and what went wrong but is being put right (`error`). */
export type ServerLog = (message: string, level: 'info' | 'error') => void;
