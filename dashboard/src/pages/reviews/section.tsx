import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
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
