import { Anchor, Button, CopyButton, Paper, Stack } from '@mantine/core';
import { IconArrowLeft, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { InsidersOnly } from '../../parts/insiders-only.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { inboxStrings, packetStrings } from '../../strings/reviews.ts';
import { DecisionPanel, useMayDecide } from './decision-panel.tsx';
import { openDraft } from './drafts.ts';
import { evidenceOf } from './evidence.ts';
import { EvidenceView } from './evidence-view.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { DecisionRecords, PacketRemediations } from './packet-facts.tsx';
import { PacketHead } from './packet-head.tsx';
import { isOpen, labelOf, type Packet, packetQuery, type Verb } from './packets.ts';
import { ReassignDialog } from './reassign-dialog.tsx';
import classes from './reviews.module.css';
import { Section } from './section.tsx';
import { undoDecision } from './waiting-decisions.ts';
import { WorkflowSteps } from './workflow-steps.tsx';

/** One packet by its own address, as messages link to it. */
export function PacketPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const packet = useQuery(packetQuery(id));
  return (
    <Page
      title={packet.data ? labelOf(packet.data) : inboxStrings.evidence}
      actions={
        <>
          <CopyButton value={window.location.href}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconLink size={15} aria-hidden />}
                onClick={copy}
              >
                {copied ? packetStrings.copied : packetStrings.copy}
              </Button>
            )}
          </CopyButton>
          <Button
            component={Link}
            to="/reviews"
            size="xs"
            variant="default"
            leftSection={<IconArrowLeft size={15} aria-hidden />}
          >
            {packetStrings.inbox}
          </Button>
        </>
      }
    >
      <QueryState query={packet}>{(data) => <PacketView key={data.id} packet={data} />}</QueryState>
    </Page>
  );
}

function PacketView({ packet }: { packet: Packet }) {
  const may = useMay();
  const { may: mayDecide } = useMayDecide(packet);
  const [dialog, setDialog] = useState<'keys' | 'reassign' | null>(null);
  const onReassign = isOpen(packet) && may('service.admin') ? () => setDialog('reassign') : null;
  const answer = (verb: Verb) => () => {
    if (mayDecide) openDraft(packet.id, verb);
  };
  useShortcuts({
    c: answer('CONFIRM'),
    r: answer('REVOKE'),
    e: answer('ESCALATE'),
    a: () => onReassign?.(),
    u: () => undoDecision(),
    '?': () => setDialog('keys'),
  });
  const { principal, asset } = evidenceOf(packet);
  const names = new Map([
    [principal.id, principal.display_name],
    [asset.id, asset.name],
    ...(packet.assigned_to_id && packet.assigned_to_name
      ? [[packet.assigned_to_id, packet.assigned_to_name] as const]
      : []),
  ]);
  return (
    <>
      <div className={classes.packet}>
        <Paper withBorder className={classes.packetMain}>
          <div className={classes.body}>
            <PacketHead packet={packet} withTitle={false} />
            <EvidenceView packet={packet} />
          </div>
          <div className={classes.sticky}>
            <DecisionPanel packet={packet} onDecided={() => {}} onReassign={onReassign} />
          </div>
        </Paper>
        <Stack gap="lg">
          <Paper withBorder p="md">
            <Stack gap="lg">
              <DecisionRecords packet={packet} />
              <PacketRemediations packet={packet} />
            </Stack>
          </Paper>
          {packet.workflow_id ? (
            <Paper withBorder p="md">
              <Section title={packetStrings.workflow}>
                <InsidersOnly>
                  <WorkflowSteps id={packet.workflow_id} names={names} />
                </InsidersOnly>
              </Section>
            </Paper>
          ) : null}
          <Stack gap={6}>
            <Anchor component={Link} to={`/principals/${principal.id}`} size="sm">
              {packetStrings.principal}
            </Anchor>
            <Anchor component={Link} to={`/assets/${asset.id}`} size="sm">
              {packetStrings.asset}
            </Anchor>
            <Anchor component={Link} to="/audit" search={{ review_id: packet.id } as never} size="sm">
              {packetStrings.audit}
            </Anchor>
            {packet.previous_review_id ? (
              <Anchor component={Link} to={`/reviews/${packet.previous_review_id}`} size="sm">
                {packetStrings.previous}
              </Anchor>
            ) : null}
          </Stack>
        </Stack>
      </div>
      {dialog === 'keys' ? <KeysDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'reassign' ? <ReassignDialog packet={packet} onClose={() => setDialog(null)} /> : null}
    </>
  );
}
