import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../parts/page.tsx';
import { Empty } from '../parts/query-state.tsx';
import { shellStrings } from '../strings/shell.ts';

export function NotFound() {
  return (
    <Page title={shellStrings.notFound}>
      <Empty
        title={shellStrings.notFound}
        action={
          <Anchor component={Link} to="/">
            {shellStrings.home}
          </Anchor>
        }
      >
        {shellStrings.notFoundHint}
      </Empty>
    </Page>
  );
}
