import { ActionIcon, Button, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { listToolStrings } from '../../strings/list-tools.ts';
import { TinyButton } from '../buttons.tsx';
import { faultOf, restOf } from '../forms/faults.ts';
import { SendError } from '../forms/send-error.tsx';
import { useChange } from '../forms/use-change.ts';
import { QueryState } from '../query-state.tsx';
import { Hint, Small, Strong } from '../text.ts';
import {
  contentOf,
  isSameContent,
  type KeptView,
  type ListView,
  moveKept,
  readKept,
  type ViewContent,
} from './view.ts';
import { ViewDetails } from './view-details.tsx';
import { replaceView, saveView, useViews, type View, type ViewPage } from './view-queries.ts';

const strings = listToolStrings.views;
const NAME_MAX = 80;

interface MenuProps {
  page: ViewPage;
  place: string;
  view: ListView;
  onChoose: (view: ListView) => void;
  onClose: () => void;
}

/** What the menu of views consists of; and, in its place, what can be done with one of them. */
export function ViewsMenu(props: MenuProps) {
  const { page, view } = props;
  const query = useViews(page);
  const [openId, setOpenId] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  // What had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it shows something else.
  useEffect(() => top.current?.focus(), [openId]);
  const now = contentOf(view);
  return (
    <Stack gap="sm" ref={top} tabIndex={-1} style={{ outline: 'none' }}>
      <QueryState query={query}>
        {(views) => {
          const open = views.find(({ id }) => id === openId);
          return open ? (
            <ViewDetails view={open} now={now} onBack={() => setOpenId(null)} />
          ) : (
            <ViewsList {...props} views={views} now={now} onOpen={setOpenId} />
          );
        }}
      </QueryState>
    </Stack>
  );
}

function ViewsList(
  props: MenuProps & { views: readonly View[]; now: ViewContent; onOpen: (id: string) => void },
) {
  const { page, place, view, views, now, onChoose, onClose, onOpen } = props;
  const isSomebody = useSession().principal_id !== null;
  const [stored, setKept] = useLocalStorage<KeptView[]>({
    key: place,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const kept = useMemo(() => readKept(stored), [stored]);
  const mine = views.filter((each) => each.is_mine);
  const shared = views.filter((each) => each.shared && !each.is_mine);
  const choose = (chosen: ListView) => {
    onChoose(chosen);
    onClose();
  };
  const rowOf = (each: View, second: string | null) => (
    <ViewRow
      key={each.id}
      name={each.name}
      second={second}
      isNow={isSameContent(each, now)}
      onChoose={() => choose({ filters: each.query, hidden: each.hidden_columns })}
      end={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={strings.open(each.name)}
          onClick={() => onOpen(each.id)}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
  return (
    <>
      <ScrollArea.Autosize mah="50dvh" type="auto">
        <Stack gap="sm">
          {isSomebody ? (
            <Section title={strings.mine}>
              {mine.length === 0 ? <Hint>{strings.none}</Hint> : null}
              {mine.map((each) => rowOf(each, each.shared ? strings.isShared : null))}
            </Section>
          ) : null}
          {shared.length > 0 ? (
            <Section title={strings.shared}>
              {shared.map((each) => rowOf(each, strings.by(each.owner_name)))}
            </Section>
          ) : null}
          {kept.length > 0 || !isSomebody ? (
            <Section title={strings.inBrowser}>
              {kept.length === 0 ? <Hint>{strings.none}</Hint> : null}
              {kept.map((each) => (
                <ViewRow
                  key={each.name}
                  name={each.name}
                  second={null}
                  isNow={isSameContent(contentOf(each), now)}
                  onChoose={() => choose(each)}
                  end={
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={strings.removeNamed(each.name)}
                      onClick={() => setKept(kept.filter((other) => other.name !== each.name))}
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  }
                />
              ))}
              {isSomebody ? <MoveKept {...{ page, kept, mine, setKept }} /> : <Small>{strings.nobody}</Small>}
            </Section>
          ) : null}
        </Stack>
      </ScrollArea.Autosize>
      {isSomebody ? (
        <SaveForm
          taken={mine.map(({ name }) => name)}
          stale={page}
          save={async (name) => {
            const old = mine.find((each) => each.name === name);
            await (old ? replaceView(old.id, now) : saveView(page, { name, ...now }));
          }}
        />
      ) : (
        <SaveForm
          taken={kept.map(({ name }) => name)}
          stale={page}
          save={async (name) => setKept([...kept.filter((each) => each.name !== name), { name, ...view }])}
        />
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Strong>{title}</Strong>
      {children}
    </Stack>
  );
}

function ViewRow(props: {
  name: string;
  second: string | null;
  isNow: boolean;
  onChoose: () => void;
  end: ReactNode;
}) {
  const { name, second, isNow, onChoose, end } = props;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant={isNow ? 'light' : 'subtle'}
        aria-current={isNow ? 'true' : undefined}
        fullWidth
        h="auto"
        mih={30}
        py={4}
        justify="flex-start"
        styles={{ label: { whiteSpace: 'normal', textAlign: 'start', overflowWrap: 'anywhere' } }}
        onClick={onChoose}
      >
        <span>
          {name}
          {second === null ? null : (
            <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
              {second}
            </Text>
          )}
        </span>
      </Button>
      {end}
    </Group>
  );
}

/** What this browser has kept from before becomes its person's, when they say so: others may sign in here, too. */
function MoveKept(props: {
  page: ViewPage;
  kept: KeptView[];
  mine: readonly View[];
  setKept: (kept: KeptView[]) => void;
}) {
  const { page, kept, mine, setKept } = props;
  const move = useChange({
    stale: ['views', page],
    send: () => moveKept({ kept, mine, setKept, save: (view) => saveView(page, view) }),
    done: strings.moved,
  });
  return (
    <Stack gap={6}>
      <Small>{strings.moveHint}</Small>
      <Group>
        <TinyButton loading={move.isPending} onClick={() => move.mutate()}>
          {strings.move}
        </TinyButton>
      </Group>
      <SendError error={move.error} />
    </Stack>
  );
}

function SaveForm(props: {
  taken: readonly string[];
  stale: ViewPage;
  save: (name: string) => Promise<void>;
}) {
  const { taken, stale, save } = props;
  const [typed, setTyped] = useState('');
  const change = useChange({ stale: ['views', stale], send: save, onDone: () => setTyped('') });
  const name = typed.normalize('NFC').trim();
  const isTaken = taken.includes(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') change.mutate(name);
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          label={strings.name}
          maxLength={NAME_MAX}
          value={typed}
          error={faultOf(change.error, 'name')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          size="xs"
          type="submit"
          loading={change.isPending}
          disabled={name === ''}
          aria-label={isTaken ? strings.replace : strings.save}
        >
          {isTaken ? strings.replaceShort : strings.saveShort}
        </Button>
      </Group>
      <SendError error={restOf(change.error, [['name']])} />
    </form>
  );
}
