import { Text } from '@mantine/core';

/** A smaller and paler line, below or beside what counts. */
export const Small = Text.withProps({ size: 'xs', c: 'dimmed' });

/** A paler sentence that explains, or says that there is nothing. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' });

/** Names or sums up what follows it. */
export const Strong = Text.withProps({ size: 'sm', fw: 600 });
