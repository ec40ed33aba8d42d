import { DAY_MS } from '../../platform/iso-instant.ts';
import { addActiveDay, idleDaysBefore, type Spells } from '../scores/activity-spells.rules.ts';
import { addEarlyDay, addHabitDay, type EarliestDays, isHabitOn } from '../scores/earliest-days.rules.ts';
import { dayOf } from '../scores/habit.rules.ts';

export interface SeenEvent {
  at: number;
  asset_id: string;
  action: string;
  /** From `networkOf`. */
  network: string | null;
  rows_returned: number | null;
}

/**
 * What is known of one principal, to tell the unusual from the usual: a few hundred bytes, whatever the number of events,
 * and a function of the set of its events. An event on a known day, from a known network at a known hour, changes
 * nothing.
 */
export interface Baseline {
  /** The earliest active days: until when everything is new. */
  early: EarliestDays;
  spells: Spells;
  /** The earliest days of each network, or of each slot once there are too many. */
  networks: Map<string, EarliestDays>;
  roams: boolean;
  /** The earliest days of each hour of the day, UTC. */
  hours: EarliestDays[];
  /** The first administrative action. */
  admin: { at: number; asset_id: string } | null;
  /** The latest day on which it was active when it was loaded; the rest is about what was learned since. */
  loaded_until: number;
  is_changed: boolean;
  /** Something was learned that can turn a verdict of before. */
  is_revised: boolean;
}

/**
 * Somebody who changes networks must not grow the row without limit. Beyond this many they share as many slots, by a
 * hash: what a slot knows is the union of what its networks know, so this too depends on the set of events alone (keeping
 * the earliest or latest networks would not: the days of one that was dropped are lost when it comes back).
 */
const NETWORKS_MAX = 32;

export function emptyBaseline(): Baseline {
  return {
    early: [],
    spells: [],
    networks: new Map(),
    roams: false,
    hours: Array.from({ length: 24 }, () => []),
    admin: null,
    loaded_until: Number.NEGATIVE_INFINITY,
    is_changed: false,
    is_revised: false,
  };
}

/** Takes in one event, in constant time. Answers whether there may be anything unusual about it. */
export function learn(baseline: Baseline, event: SeenEvent): boolean {
  const day = dayOf(event.at);
  let isChanged = addEarlyDay(baseline.early, day);
  if (addActiveDay(baseline.spells, day)) isChanged = true;
  let isDoubtful = idleDaysBefore(baseline.spells, day) !== null;

  if (event.network !== null) {
    const days = networkDays(baseline, event.network);
    if (addHabitDay(days, day)) isChanged = true;
    if (!isHabitOn(days, day)) isDoubtful = true;
  }
  const days = baseline.hours[hourOf(event.at)] as EarliestDays;
  if (addHabitDay(days, day)) isChanged = true;
  if (!isHabitOn(days, day)) isDoubtful = true;

  if (isFirstAdminAction(baseline, event)) {
    if (baseline.admin !== null) baseline.is_revised = true;
    baseline.admin = { at: event.at, asset_id: event.asset_id };
    isChanged = true;
    isDoubtful = true;
  }
  if (isChanged) {
    baseline.is_changed = true;
    // What comes after all that was judged turns no verdict.
    if (day < baseline.loaded_until) baseline.is_revised = true;
  }
  return isDoubtful;
}

export function hourOf(at: number): number {
  return Math.floor((((at % DAY_MS) + DAY_MS) % DAY_MS) / 3_600_000);
}

/** The key under which a network is known. Slots keep their own. */
export function networkKey({ roams }: Baseline, network: string): string {
  return roams && !network.startsWith('#') ? `#${hash(network) % NETWORKS_MAX}` : network;
}

/** With the hours before and after it: summer time moves everybody by an hour. */
export function daysAroundHour({ hours }: Baseline, hour: number): EarliestDays {
  const around: EarliestDays = [];
  for (const near of [hour + 23, hour, hour + 1]) {
    for (const day of hours[near % 24] as EarliestDays) addHabitDay(around, day);
  }
  return around;
}

function networkDays(baseline: Baseline, network: string): EarliestDays {
  const { networks } = baseline;
  const key = networkKey(baseline, network);
  const known = networks.get(key);
  if (known !== undefined) return known;
  const days: EarliestDays = [];
  networks.set(key, days);
  if (baseline.roams || networks.size <= NETWORKS_MAX) return days;
  shareSlots(baseline);
  return networkDays(baseline, network);
}

function shareSlots(baseline: Baseline): void {
  const exact = baseline.networks;
  baseline.networks = new Map();
  baseline.roams = true;
  baseline.is_changed = true;
  baseline.is_revised = true;
  for (const [network, days] of exact) {
    const shared = networkDays(baseline, network);
    for (const day of days) addHabitDay(shared, day);
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

function isFirstAdminAction({ admin }: Baseline, { at, asset_id, action }: SeenEvent): boolean {
  if (admin !== null && (at > admin.at || (at === admin.at && asset_id >= admin.asset_id))) return false;
  return isAdminAction(action);
}

const ADMIN_WORDS = 'admin|administrator|grant|revoke|roles?|permissions?|impersonate|sudo';
const ADMIN_ACTION = new RegExp(`(?<![a-z])(?:${ADMIN_WORDS})(?![a-z])`, 'i');

export function isAdminAction(action: string): boolean {
  return ADMIN_ACTION.test(action);
}
