import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { listToolStrings } from '../../strings/list-tools.ts';
import { operationStrings } from '../../strings/operations.ts';
import { SmallButton } from '../buttons.tsx';
import { faultOf, restOf } from '../forms/faults.ts';
import { SendError } from '../forms/send-error.tsx';
import { Small, Strong } from '../text.ts';
import { isSameContent, type ViewContent } from './view.ts';
import { useViewChange, type View } from './view-queries.ts';

const strings = listToolStrings.views;
const NAME_MAX = 80;

/** What can be done with one view, for whoever may. */
export function ViewDetails(props: { view: View; now: ViewContent; onBack: () => void }) {
  const { view, now, onBack } = props;
  const may = useMay();
  const mayChange = view.is_mine || may('service.admin');
  const mayShare = view.is_mine && may('service.reviewer', 'service.admin');
  const [name, setName] = useState(view.name);
  const change = useViewChange(view, ({ does }) => {
    if (does === 'remove' || (does === 'unshare' && !view.is_mine)) onBack();
  });
  const { mutate, isPending, error } = change;
  return (
    <>
      <Group>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={onBack}
        >
          {strings.back}
        </Button>
      </Group>
      <div>
        <Strong style={{ overflowWrap: 'anywhere' }}>{view.name}</Strong>
        <Small>
          {view.is_mine ? (view.shared ? strings.isShared : strings.isPrivate) : strings.by(view.owner_name)}
        </Small>
      </div>
      {mayChange ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ does: 'rename', name });
          }}
        >
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              label={strings.name}
              maxLength={NAME_MAX}
              value={name}
              error={faultOf(error, 'name')}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button
              size="xs"
              type="submit"
              variant="default"
              disabled={isPending || name.trim() === '' || name.trim() === view.name}
            >
              {strings.rename}
            </Button>
          </Group>
        </form>
      ) : null}
      <Stack gap={6} align="stretch">
        {mayChange ? (
          <SmallButton
            disabled={isPending || isSameContent(view, now)}
            onClick={() => mutate({ does: 'update', content: now })}
          >
            {strings.update}
          </SmallButton>
        ) : null}
        {mayShare && !view.shared ? (
          <SmallButton disabled={isPending} onClick={() => mutate({ does: 'share' })}>
            {strings.share}
          </SmallButton>
        ) : null}
        {mayChange && view.shared ? (
          <SmallButton disabled={isPending} onClick={() => mutate({ does: 'unshare' })}>
            {strings.unshare}
          </SmallButton>
        ) : null}
        <CopyLink query={view.query} />
        {mayChange ? (
          <SmallButton
            c="var(--lapse-critical)"
            disabled={isPending}
            onClick={() => mutate({ does: 'remove' })}
          >
            {view.shared ? strings.removeShared : strings.remove}
          </SmallButton>
        ) : null}
      </Stack>
      <SendError error={restOf(error, [['name']])} />
    </>
  );
}

/** The address of the list as the view filters and orders it, for a message to somebody. */
function CopyLink({ query }: { query: Record<string, string> }) {
  const router = useRouter();
  const { href } = router.buildLocation({ to: '.', search: query as never });
  return (
    <CopyButton value={new URL(href, window.location.origin).href} timeout={2000}>
      {({ copied, copy }) => (
        <SmallButton onClick={copy}>{copied ? operationStrings.copied : strings.copyLink}</SmallButton>
      )}
    </CopyButton>
  );
}
