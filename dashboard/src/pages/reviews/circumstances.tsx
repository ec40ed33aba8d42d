import { List, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { Fragment } from 'react';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { When } from '../../parts/when.tsx';
import { heldBy } from '../../strings/accounts.ts';
import { classificationName } from '../../strings/assets.ts';
import { permissionName } from '../../strings/permissions.ts';
import { platformName } from '../../strings/platforms.ts';
import { principalStrings } from '../../strings/principals.ts';
import { evidenceStrings } from '../../strings/reviews.ts';
import type { Evidence, EvidenceGrant } from './evidence.ts';
import classes from './reviews.module.css';
import { FactList, Id, Section } from './section.tsx';

export function AnomaliesSection({ evidence: { anomaly_flags } }: { evidence: Evidence }) {
  return (
    <Section title={evidenceStrings.anomalies}>
      {anomaly_flags.length === 0 ? (
        <Text size="sm">{evidenceStrings.anomaliesNone}</Text>
      ) : (
        <List size="sm" spacing={6} listStyleType="none">
          {anomaly_flags.map(({ kind, reason, occurred_at }) => (
            <List.Item key={`${kind} ${occurred_at}`}>
              <strong>{evidenceStrings.anomalyKinds[kind] ?? kind}</strong>{' '}
              <span className={classes.dim}>
                <When at={occurred_at} />
              </span>
              <br />
              {reason}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

/** Silence of the sensor is not disuse: a reviewer must know when nobody watched. */
export function TelemetrySection({ evidence: { telemetry } }: { evidence: Evidence }) {
  const { connected, coverage, observed_days, unobserved_days, gaps } = telemetry;
  const platform = platformName(telemetry.platform);
  const words =
    coverage === 'full'
      ? connected === false
        ? evidenceStrings.coverage.reported(platform)
        : evidenceStrings.coverage.full(platform, formatNumber(observed_days))
      : coverage === 'partial'
        ? evidenceStrings.coverage.partial(platform, formatNumber(unobserved_days))
        : evidenceStrings.coverage.down(platform);
  return (
    <Section title={evidenceStrings.telemetry}>
      <Text size="sm" className={coverage === 'full' ? '' : classes.warning}>
        {coverage === 'full' ? null : <IconEyeOff size={16} aria-hidden />} {words}
      </Text>
      {gaps.length > 0 ? (
        <List size="sm">
          {gaps.map(({ started_at, ended_at }) => (
            <List.Item key={started_at}>
              {ended_at === null
                ? evidenceStrings.gapOpen(formatDate(started_at))
                : evidenceStrings.gap(formatDate(started_at), formatDate(ended_at))}
            </List.Item>
          ))}
        </List>
      ) : null}
    </Section>
  );
}

export function ConfirmationSection({ evidence: { previous_confirmation } }: { evidence: Evidence }) {
  return (
    <Section title={evidenceStrings.previous}>
      {previous_confirmation === null ? (
        <Text size="sm">{evidenceStrings.previousNone}</Text>
      ) : (
        <>
          <Text size="sm">
            {evidenceStrings.previousWords(
              previous_confirmation.decided_by,
              formatDate(previous_confirmation.decided_at),
            )}
          </Text>
          <Text size="sm" className={classes.quote}>
            {previous_confirmation.reason}
          </Text>
          {previous_confirmation.confirmed_until ? (
            <Text size="sm">
              {evidenceStrings.previousUntil(formatDate(previous_confirmation.confirmed_until))}
            </Text>
          ) : null}
        </>
      )}
    </Section>
  );
}

/** Which grants are asked about, and by which way they are held. */
export function AccessSection({ evidence }: { evidence: Evidence }) {
  return (
    <Section title={evidenceStrings.grants}>
      {evidence.grants.map((grant) => (
        <FactList
          key={grant.grant_id}
          facts={[
            [evidenceStrings.permission, permissionName(grant.permission)],
            [evidenceStrings.account, grant.account ? heldBy(grant.account) : null],
            [evidenceStrings.way, <Way key="way" grant={grant} />],
            [evidenceStrings.purpose, grant.purpose ? principalStrings.purposes[grant.purpose] : null],
            [evidenceStrings.grantedAt, <When key="at" at={grant.granted_at} />],
            [evidenceStrings.platform, platformName(evidence.asset.platform)],
            [evidenceStrings.sensitivity, evidence.sensitivity && classificationName(evidence.sensitivity)],
            [evidenceStrings.grantId, <Id key="id">{grant.grant_id}</Id>],
          ]}
        />
      ))}
    </Section>
  );
}

function Way({ grant: { via_group_id, inherited_through: groups } }: { grant: EvidenceGrant }) {
  if (groups.length === 0)
    return <>{via_group_id ? evidenceStrings.through(via_group_id) : evidenceStrings.direct}</>;
  return (
    <>
      {evidenceStrings.through('')}
      {groups.map(({ id, display_name }, index) => (
        <Fragment key={id}>
          {index > 0 ? ' › ' : ''}
          <TextLink to={`/principals/${id}`}>{display_name}</TextLink>
        </Fragment>
      ))}
    </>
  );
}
