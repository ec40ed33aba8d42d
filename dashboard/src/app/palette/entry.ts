import type { ComponentType } from 'react';
import type { Named } from './match-entries.ts';

/** One line of the palette: where it leads, or what it does. */
export interface Entry extends Named {
  key: string;
  about?: string;
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  choose: () => void;
}

export interface EntryGroup {
  heading: string;
  entries: Entry[];
}

/** Goes to a page of the dashboard. */
export type Go = (place: { to: string; params?: { id: string }; search?: Record<string, string> }) => void;
