import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
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
        {hint ? (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        ) : null}
      </div>
      {children}
    </section>
  );
}
