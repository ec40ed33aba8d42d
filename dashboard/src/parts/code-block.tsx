import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { operationStrings } from '../strings/operations.ts';
import { TinyButton } from './buttons.tsx';
import classes from './code-block.module.css';

/** Text for machines, to be read and copied. */
export function CodeBlock(props: { label: string; text: string; wrap?: boolean; maxHeight?: number }) {
  const { label, text, wrap = false, maxHeight = 420 } = props;
  return (
    <div className={classes.block}>
      <section
        className={classes.text}
        data-wrap={wrap}
        style={{ maxHeight }}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        <pre>{text}</pre>
      </section>
      <div className={classes.copy}>
        <CopyText text={text} label={label} />
      </div>
    </div>
  );
}

export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <TinyButton
          onClick={copy}
          aria-label={operationStrings.copyOf(label)}
          leftSection={copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
        >
          {copied ? operationStrings.copied : operationStrings.copy}
        </TinyButton>
      )}
    </CopyButton>
  );
}
