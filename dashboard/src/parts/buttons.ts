import { Button } from '@mantine/core';

/** What else can be done, beside or below what a page is about. */
export const SmallButton = Button.withProps({ size: 'xs', variant: 'default' });

/** In a row of a table, or at the end of a line. */
export const RowButton = Button.withProps({ size: 'compact-sm', variant: 'default' });

/** Within text. */
export const TinyButton = Button.withProps({ size: 'compact-xs', variant: 'default' });
