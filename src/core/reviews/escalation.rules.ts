import { firstOf, type People, routeEscalation } from './routing.rules.ts';

/** The most that a policy may choose. */
export const ESCALATION_STEPS_MAX = 5;
/** How far up managers are looked at: further up nobody knows what it is about. */
export const MANAGERS_MAX = 20;

/** A review as far as it matters to whom it goes next. */
export interface Climbing {
  principal_id: string;
  assigned_to_id: string | null;
  /** How often it was escalated. */
  escalations: number;
  /** Who has had it before. */
  had_by: readonly string[];
}

interface EscalationPolicy {
  escalation_contact_id: string | null;
  escalation_steps: number;
}

/**
 * To whom a review goes next: the policy's contact, else the managers of whoever has it, the nearest first; null: it has climbed as
 * far as the policy lets it, or nobody is left to ask. With one step only the first of them comes into question.
 */
export function nextEscalation(
  review: Climbing,
  { escalation_contact_id: contact, escalation_steps }: EscalationPolicy,
  people: People,
): string | null {
  if (review.escalations >= escalation_steps) return null;
  if (escalation_steps === 1) return routeEscalation(review, contact, people);
  const up = managersAbove(review.assigned_to_id, people);
  const byContact = contact === null ? [] : [contact, ...managersAbove(contact, people)];
  const candidates = review.escalations === 0 ? [...byContact, ...up] : [...up, ...byContact];
  return firstOf(
    candidates.filter((id) => !hasHad(id, review, people)),
    review.principal_id,
    people,
  );
}

/** Whether somebody has a review or has had it, under whatever name. */
export function hasHad(
  id: string,
  { assigned_to_id, had_by }: Pick<Climbing, 'assigned_to_id' | 'had_by'>,
  people: People,
): boolean {
  const names = people.get(id)?.names ?? [];
  return [assigned_to_id, ...had_by].some(
    (other) =>
      other !== null &&
      (other === id || people.get(other)?.names?.some((name) => names.includes(name)) === true),
  );
}

/** The nearest first. Directories have circles: nobody is in it twice. */
function managersAbove(id: string | null, people: People): string[] {
  const above = new Set<string>();
  let next = id === null ? null : people.get(id)?.manager_id;
  while (next && next !== id && !above.has(next) && above.size < MANAGERS_MAX) {
    above.add(next);
    next = people.get(next)?.manager_id;
  }
  return [...above];
}
