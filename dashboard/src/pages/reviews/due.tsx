import { IconAlarm } from '@tabler/icons-react';
import { useNow } from '../../parts/use-now.ts';
import { When } from '../../parts/when.tsx';
import { inboxStrings } from '../../strings/reviews.ts';
import { isOpen, type Packet } from './packets.ts';
import classes from './reviews.module.css';

/** Until when an answer is asked for; what is overdue says so in words. */
export function Due({ packet }: { packet: Pick<Packet, 'due_at' | 'status'> }) {
  const now = useNow();
  const isOverdue = isOpen(packet) && Date.parse(packet.due_at) < now;
  return (
    <span className={isOverdue ? classes.overdue : undefined}>
      {isOverdue ? <IconAlarm size={14} aria-hidden /> : null}
      {isOverdue ? inboxStrings.overdue : inboxStrings.due} <When at={packet.due_at} />
    </span>
  );
}
