import { Text, Title } from '@mantine/core';
import { Fragment, type ReactNode, useId } from 'react';
import { Small } from '../../parts/text.ts';
import classes from './reviews.module.css';

/** One kind of evidence under its heading. */
export function Section({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        {hint ? <Small>{hint}</Small> : null}
      </div>
      {children}
    </section>
  );
}

/** Names and what they are; what is not known is left out. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** An id, as machines write it. */
export const Id = Text.withProps({ component: 'code', size: 'xs', ff: 'monospace' });
