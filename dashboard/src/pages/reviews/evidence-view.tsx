import { Text } from '@mantine/core';
import { Activity } from '../../charts/activity.tsx';
import { Peers } from '../../charts/peers.tsx';
import { Waterfall } from '../../charts/waterfall.tsx';
import { formatDate } from '../../parts/format.ts';
import { evidenceStrings } from '../../strings/reviews.ts';
import { AccessSection } from './access-section.tsx';
import { AnomaliesSection, ConfirmationSection, TelemetrySection } from './circumstances.tsx';
import { type Evidence, evidenceOf, stalestGrant } from './evidence.ts';
import { isOpen, type Packet } from './packets.ts';
import { RecommendationNote } from './recommendation.tsx';
import { RemovalSection } from './removal-section.tsx';
import classes from './reviews.module.css';
import { ScoreSection } from './score-section.tsx';
import { Section } from './section.tsx';

/** All that is known about a packet, the most telling first. */
export function EvidenceView({ packet }: { packet: Packet }) {
  const evidence = evidenceOf(packet);
  const { peer_comparison: peers } = evidence;
  return (
    <div className={classes.evidence}>
      <p className={classes.summary}>{evidence.summary}</p>
      <RecommendationNote packet={packet} />
      {packet.notes ? (
        <Text size="sm">
          <span className={classes.dim}>{evidenceStrings.notes}: </span>
          {packet.notes}
        </Text>
      ) : null}
      <ScoreSection packet={packet} evidence={evidence} />
      <ShiftsSection evidence={evidence} />
      <div className={classes.pair}>
        <Section title={peers.department ? evidenceStrings.peersOf(peers.department) : evidenceStrings.peers}>
          <Peers peers={peers.peers} active={peers.active_peers} window_days={peers.window_days} />
        </Section>
        <Section title={evidenceStrings.activity}>
          <Activity weeks={evidence.activity_timeline} gaps={evidence.telemetry.gaps} />
        </Section>
      </div>
      <div className={classes.pair}>
        <AnomaliesSection evidence={evidence} />
        <TelemetrySection evidence={evidence} />
      </div>
      <div className={classes.pair}>
        <AccessSection evidence={evidence} />
        <ConfirmationSection evidence={evidence} />
      </div>
      {isOpen(packet) ? <RemovalSection packet={packet} /> : null}
    </div>
  );
}

function ShiftsSection({ evidence }: { evidence: Evidence }) {
  const grant = stalestGrant(evidence);
  if (grant === null) return null;
  const date = formatDate(grant.lapses_at);
  const title =
    grant.lapses_at <= evidence.as_of ? evidenceStrings.shifts(date) : evidenceStrings.shiftsFuture(date);
  return (
    <Section title={title} hint={evidenceStrings.shiftsHint}>
      <Waterfall
        label={title}
        start={grant.last_used === null ? evidenceStrings.granted : evidenceStrings.lastUsed}
        from={grant.idle_since}
        to={grant.lapses_at}
        parts={grant.shifts}
      />
    </Section>
  );
}
