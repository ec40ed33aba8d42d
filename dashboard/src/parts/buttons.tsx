import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

/** What else can be done, beside or below what a page is about. */
export const SmallButton = Button.withProps({ size: 'xs', variant: 'default' });

/** In a row of a table, or at the end of a line. */
export const RowButton = Button.withProps({ size: 'compact-sm', variant: 'default' });

/** Within text. */
export const TinyButton = Button.withProps({ size: 'compact-xs', variant: 'default' });

/** The way to one more. */
export const AddButton = (props: ButtonProps & { onClick: () => void }) => (
  <Button leftSection={<IconPlus size={16} aria-hidden />} {...props} />
);
