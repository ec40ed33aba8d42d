import { CloseButton, Pill } from '@mantine/core';

/** A filter that only a link or a search sets, with the way to take it off. */
export function FilterPill(props: { text: string; remove: string; onRemove: () => void }) {
  const { text, remove, onRemove } = props;
  return (
    <Pill size="md" component="span">
      {text} <CloseButton size={18} aria-label={remove} onClick={onRemove} />
    </Pill>
  );
}
