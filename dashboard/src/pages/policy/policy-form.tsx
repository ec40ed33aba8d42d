import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { SmallButton } from '../../parts/buttons.tsx';
import { formatNumber } from '../../parts/format.ts';
import { InsidersOnly } from '../../parts/insiders-only.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ErrorNote } from '../../parts/query-state.tsx';
import { Hint } from '../../parts/text.ts';
import { policyStrings as strings } from '../../strings/policy.ts';
import { ActionBar } from './action-bar.tsx';
import { ChangesList, SaveDialog } from './changes-list.tsx';
import { CurvePreview } from './curve-preview.tsx';
import { useDryRun } from './dry-run.ts';
import { DryRunPanel, WorkProgress } from './dry-run-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { LearnedPanel } from './learned-panel.tsx';
import classes from './policy.module.css';
import { bodyOf, changesOf, type Policy, withChanges } from './policy-draft.ts';
import { PolicyGroups } from './policy-groups.tsx';
import { useEdits } from './use-edits.ts';
import { useSavePolicy } from './use-save-policy.ts';

export function PolicyForm({ policy }: { policy: Policy }) {
  const isReadOnly = !useMay()('service.admin');
  const draft = useEdits(policy);
  const dryRun = useDryRun();
  const [isSaving, setIsSaving] = useState(false);
  const changes = changesOf(policy, draft.edits);
  const body = bodyOf(changes);
  const { save, saved, error } = useSavePolicy(() => {
    draft.clear();
    dryRun.forget();
  });
  const faults = draft.faultsWith(error ?? dryRun.error);
  const { run } = dryRun;
  return (
    <Stack gap="md">
      <LeaveGuard isDirty={changes.length > 0} />
      {isReadOnly ? (
        <Alert role="note" variant="light" icon={<IconLock />}>
          <Text size="sm">{strings.readOnly}</Text>
        </Alert>
      ) : null}
      {saved?.job_id ? <Recomputing jobId={saved.job_id} /> : null}
      {draft.isOvertaken ? (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconInfoCircle />}
          title={strings.overtaken(policy.changed_by, formatNumber(policy.version))}
          role="alert"
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{strings.overtakenHint}</Text>
            <SmallButton onClick={draft.accept}>{strings.goOn(formatNumber(policy.version))}</SmallButton>
          </Stack>
        </Alert>
      ) : null}
      {run ? <DryRunPanel run={run} isOutdated={!dryRun.isOf(body)} /> : null}
      {dryRun.error && Object.keys(faults).length === 0 ? <ErrorNote error={dryRun.error} /> : null}
      <div className={classes.layout}>
        <Stack className={classes.aside} gap="md">
          <CurvePreview inForce={policy} proposed={withChanges(policy, changes)} />
          {isReadOnly ? null : (
            <Panel title={strings.changes}>
              {changes.length === 0 ? (
                <Hint>{strings.changesNone}</Hint>
              ) : (
                <ChangesList changes={changes} onUndo={draft.undo} />
              )}
            </Panel>
          )}
        </Stack>
        <div className={classes.form}>
          <PolicyGroups
            policy={policy}
            edits={draft.edits}
            faults={faults}
            changed={new Set(changes.map(({ path }) => path))}
            isReadOnly={isReadOnly}
            onEdit={draft.edit}
          />
        </div>
      </div>
      <LearnedPanel />
      <InsidersOnly>
        <HistoryPanel />
      </InsidersOnly>
      {isReadOnly ? null : (
        <ActionBar
          changes={changes.length}
          faults={Object.keys(faults).length}
          isTrying={dryRun.start.isPending || run?.status === 'running'}
          onDiscard={() => {
            draft.clear();
            dryRun.forget();
          }}
          onTry={() => dryRun.start.mutate(body)}
          onSave={() => setIsSaving(true)}
        />
      )}
      {isSaving ? (
        <SaveDialog
          version={draft.version + 1}
          changes={changes}
          result={run && dryRun.isOf(body) ? run.result : null}
          onClose={() => setIsSaving(false)}
          onSave={() => save({ ...body, expected_version: draft.version })}
        />
      ) : null}
    </Stack>
  );
}

/** Asks before changes are lost: in a dialog on the way to another page, by the browser on the way out. */
function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={strings.leave}
      centered
    >
      <Stack>
        <Text size="sm">{strings.leaveHint}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => blocker.proceed?.()}>
            {strings.leaveAction}
          </Button>
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            {strings.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const EVERY_MS = 1_000;
const isOver = (status: string | undefined): boolean => status === 'completed' || status === 'failed';

/** How far the job is that recomputes all scores; gone when it is done. */
function Recomputing({ jobId }: { jobId: string }) {
  const { data: job } = useQuery({
    queryKey: ['policy', 'job', jobId],
    queryFn: () => api.get('/v1/jobs/{job_id}', { params: { job_id: jobId } }),
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : EVERY_MS),
  });
  if (!job || isOver(job.status)) return null;
  return (
    <Alert variant="light" role="status">
      <WorkProgress label={strings.recomputing} processed={job.processed} total={job.total_items} />
    </Alert>
  );
}
