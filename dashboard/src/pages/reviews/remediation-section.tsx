import type { Answer } from '@lapse/client';
import { List, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { ErrorNote } from '../../parts/query-state.tsx';
import { Strong } from '../../parts/text.ts';
import { permissionName } from '../../strings/permissions.ts';
import { platformName } from '../../strings/platforms.ts';
import { remediationStrings } from '../../strings/reviews.ts';
import classes from './reviews.module.css';
import { type Review, remediationQuery } from './reviews.ts';
import { Section } from './section.tsx';

type Remediation = Answer<'/v1/reviews/{id}/removal', 'get'>['removals'][number];

const LOOKED_AT_MS = 200;

/** What exactly a revocation would do, to which grant, by whom, and what would stop it. */
export function RemediationSection({ review }: { review: Review }) {
  const [looked] = useDebouncedValue(review.id, LOOKED_AT_MS);
  const query = useQuery({ ...remediationQuery(review.id), enabled: looked === review.id });
  return (
    <Section title={remediationStrings.title}>
      {query.data ? (
        query.data.removals.length === 0 ? (
          <Text size="sm">{remediationStrings.none}</Text>
        ) : (
          query.data.removals.map((removal) => (
            <RemediationNote
              key={removal.grant_id}
              removal={removal}
              who={review.principal_name ?? review.principal_id}
            />
          ))
        )
      ) : query.isError ? (
        <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Skeleton height={18} width="70%" />
          <Skeleton height={18} width="50%" />
        </>
      )}
    </Section>
  );
}

/** The sentence of what is removed, for the moment of deciding. */
export const remediationSentence = ({ action, target }: Remediation, who: string): string =>
  remediationStrings.actions[action](who, target);

/** Who would remove it and when; only a connector's remediation is checked at its platform. */
function howItHappens({
  execution,
  mode,
  connector_name,
  platform,
  elsewhere,
  undo_window_minutes,
}: Remediation): string {
  const { modes, by, person, personManual, simulated } = remediationStrings;
  if (mode === 'dry_run') return modes.dry_run;
  if (execution === 'person')
    return mode === 'manual' ? personManual(platformName(platform)) : person(platformName(platform));
  if (execution === 'simulated') return mode === 'manual' ? `${modes.manual} ${simulated}` : simulated;
  const when =
    mode === 'automatic' && undo_window_minutes > 0
      ? modes.automaticLater(formatNumber(undo_window_minutes))
      : modes[mode];
  return `${by.connector(elsewhere?.connector_name ?? connector_name ?? platformName(platform))}. ${when}`;
}

function RemediationNote({ removal, who }: { removal: Remediation; who: string }) {
  const { guards, also_removes, elsewhere } = removal;
  const stopped = guards.filter(({ passed }) => !passed);
  return (
    <Stack gap="xs">
      <Strong>{remediationSentence(removal, who)}</Strong>
      {elsewhere ? <Text size="sm">{elsewhere.message}</Text> : null}
      <Text size="sm">{howItHappens(removal)}</Text>
      {stopped.length > 0 ? (
        <div className={classes.stop} role="note">
          <Strong className={classes.withIcon}>
            <IconShieldX size={17} aria-hidden /> {remediationStrings.blocked}
          </Strong>
          {stopped.map(({ guard, message, remedy }) => (
            <Text key={guard} size="sm">
              {message} {remedy}
            </Text>
          ))}
        </div>
      ) : null}
      <Losses also={also_removes} />
      <details className={classes.details}>
        <summary>
          {stopped.length === 0
            ? remediationStrings.guardsPass(formatNumber(guards.length))
            : remediationStrings.guards}
        </summary>
        <List size="sm" spacing={4} pt="xs" listStyleType="none">
          {guards.map(({ guard, passed, message }) => (
            <List.Item
              key={guard}
              icon={
                passed ? <IconCheck size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />
              }
            >
              {message}{' '}
              <span className="visually-hidden">
                {passed ? remediationStrings.passes : remediationStrings.stops}
              </span>
            </List.Item>
          ))}
        </List>
      </details>
    </Stack>
  );
}

function Losses({ also }: { also: Remediation['also_removes'] }) {
  if (also.total === 0) return <Text size="sm">{remediationStrings.alsoNone}</Text>;
  const words =
    also.total === 1
      ? remediationStrings.alsoOne(also.in_use > 0)
      : remediationStrings.also(formatNumber(also.total), formatNumber(also.in_use));
  return (
    <div>
      <Text size="sm">{words}</Text>
      <List size="sm" spacing={2}>
        {also.items.slice(0, 8).map(({ grant_id, permission, asset_id, asset_name, platform, in_use }) => (
          <List.Item key={grant_id}>
            {permissionName(permission)} ·{' '}
            <TextLink to={`/assets/${asset_id}`} underline="always">
              {asset_name}
            </TextLink>
            {platform ? ` · ${platformName(platform)}` : ''}
            {in_use ? ` (${remediationStrings.inUse})` : ''}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
