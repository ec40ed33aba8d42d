import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to the page of one thing, or to a list with filters. */
export function PageLink(
  props: AnchorProps & {
    to:
      | '/principals/$id'
      | '/assets/$id'
      | '/reviews/$id'
      | '/remediations/$id'
      | '/audit/$id'
      | '/grants'
      | '/audit';
    id?: string;
    search?: Record<string, string>;
    children: ReactNode;
  },
) {
  const { id, search, ...rest } = props;
  return (
    <Anchor
      component={Link}
      // A page asks for several things: only who opens it, not who passes over its link.
      preload={false}
      {...(id === undefined ? {} : { params: { id } as never })}
      {...(search === undefined ? {} : { search: search as never })}
      {...rest}
    />
  );
}

/** The same in a sentence or a row, by the address alone. */
export function TextLink(props: {
  to: string;
  id?: string;
  search?: object;
  /** Between words of a sentence color alone does not tell a link. */
  underline?: 'always';
  children: ReactNode;
}) {
  const { id, search, ...rest } = props;
  return (
    <Anchor
      component={Link}
      size="sm"
      {...(id === undefined ? {} : { params: { id } as never })}
      {...(search === undefined ? {} : { search: search as never })}
      {...rest}
    />
  );
}
