import { Button, Group } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { SmallButton, TinyButton } from '../../parts/buttons.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { Hint, Strong } from '../../parts/text.ts';
import { firstRunStrings as strings } from '../../strings/first-run.ts';
import { connectorsQuery } from '../connectors/connector-queries.ts';
import classes from './first-run.module.css';
import { FIRST_STEPS, type FirstStep, stepsDone } from './first-steps.ts';

const LINKS: Record<FirstStep, { to: string; label: string }[]> = {
  connect: [
    { to: '/connectors/new', label: strings.links.connect },
    { to: '/connectors/import', label: strings.links.import },
  ],
  look: [{ to: '/principals', label: strings.links.look }],
  invite: [{ to: '/developers', label: strings.links.invite }],
};

/** Three steps, ticked off by what is there; for others than admins, whom to ask. */
export function FirstRunGuide(props: { principals: number; onBegin: () => void; onEnd: () => void }) {
  const { principals, onBegin, onEnd } = props;
  const isAdmin = useMay()('service.admin');
  const isOpen = useSession().auth === 'disabled';
  const connectors = useQuery({ ...connectorsQuery, enabled: isAdmin });
  const channels = useQuery({
    queryKey: ['webhooks', 'channels'],
    queryFn: () => api.get('/v1/notifications/channels', { query: { limit: 100 } }),
    enabled: isAdmin,
  });
  const isKnown = connectors.data !== undefined && channels.data !== undefined;
  const done = stepsDone({
    connectors: connectors.data?.total ?? null,
    principals,
    channels: channels.data?.items.length ?? null,
  });
  const isDone = isKnown && FIRST_STEPS.every((step) => done[step]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it begins to be so.
  useEffect(() => {
    if (isDone) onEnd();
    else if (isAdmin && principals === 0) onBegin();
  }, [isDone, isAdmin, principals]);
  if (!isAdmin) {
    return principals === 0 ? <Empty title={strings.empty}>{strings.askAdmin}</Empty> : null;
  }
  if (!isKnown || isDone) return null;
  const next = FIRST_STEPS.find((step) => !done[step]);
  return (
    <Panel
      title={strings.title}
      description={strings.hint}
      actions={principals > 0 ? <TinyButton onClick={onEnd}>{strings.hide}</TinyButton> : null}
    >
      <ol className={classes.steps}>
        {FIRST_STEPS.map((step, place) => (
          <li key={step} className={classes.step} data-done={done[step]}>
            {done[step] ? (
              <IconCircleCheckFilled size={26} className={classes.tick} aria-hidden />
            ) : (
              <span className={classes.number} aria-hidden>
                {place + 1}
              </span>
            )}
            <div className={classes.text}>
              <Strong>
                {strings.steps[step].title}
                {done[step] ? <span className="visually-hidden"> ({strings.done})</span> : null}
              </Strong>
              <Hint>
                {strings.steps[step].hint}
                {step === 'invite' && isOpen ? ` ${strings.signInOff}` : null}
              </Hint>
            </div>
            <Group gap="xs" className={classes.links}>
              {LINKS[step].map(({ to, label }, index) =>
                step === next && index === 0 ? (
                  <Button key={to} component={Link} to={to} size="xs">
                    {label}
                  </Button>
                ) : (
                  <SmallButton key={to} component={Link} to={to}>
                    {label}
                  </SmallButton>
                ),
              )}
            </Group>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
