import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { When } from '../../parts/when.tsx';
import { evidenceStrings } from '../../strings/reviews.ts';
import type { Evidence, EvidenceGrant } from './evidence.ts';
import classes from './reviews.module.css';
import { Section } from './section.tsx';

/** Which grants are asked about, and by which way they are held. */
export function AccessSection({ evidence }: { evidence: Evidence }) {
  return (
    <Section title={evidenceStrings.grants}>
      {evidence.grants.map((grant) => (
        <dl key={grant.grant_id} className={classes.facts}>
          <dt>{evidenceStrings.permission}</dt>
          <dd>{grant.permission}</dd>
          <dt>{evidenceStrings.way}</dt>
          <dd>
            <Way grant={grant} />
          </dd>
          <dt>{evidenceStrings.grantedAt}</dt>
          <dd>
            <When at={grant.granted_at} />
          </dd>
          <dt>{evidenceStrings.platform}</dt>
          <dd>{evidence.asset.platform}</dd>
          {evidence.sensitivity ? (
            <>
              <dt>{evidenceStrings.sensitivity}</dt>
              <dd>{evidence.sensitivity}</dd>
            </>
          ) : null}
          <dt>{evidenceStrings.grantId}</dt>
          <dd>
            <Text component="code" size="xs" ff="monospace">
              {grant.grant_id}
            </Text>
          </dd>
        </dl>
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
          <Anchor component={Link} to={`/principals/${id}`} size="sm">
            {display_name}
          </Anchor>
        </Fragment>
      ))}
    </>
  );
}
