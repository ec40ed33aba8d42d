import type { Item } from '@lapse/client';
import { MultiSelect, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Thing } from '../../../parts/find-things.ts';
import { bindFields, optionsOf } from '../../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../../parts/forms/faults.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { Hint } from '../../../parts/text.ts';
import { ThingSearch } from '../../../parts/thing-search.tsx';
import { ruleStrings as words } from '../../../strings/rules.ts';

export type Rule = Item<'/v1/rules'>;

const SHOWN = ['name', 'kind', 'days', 'permissions', 'cap_per_day', 'owner_id', 'expires_at'].map((name) => [
  name,
]);
const USUAL_DAYS = { leaver: 30, never_used: 180 } as const;

/** A new rule, or one that is changed. */
export function RuleForm({ rule, onClose }: { rule?: Rule; onClose: () => void }) {
  const [owner, setOwner] = useState<Thing | null>(
    rule ? { kind: 'principal', id: rule.owner_id, name: rule.owner_name } : null,
  );
  const [fields, setFields] = useState({
    name: rule?.name ?? '',
    kind: rule?.kind ?? ('leaver' as const),
    days: rule?.days ?? USUAL_DAYS.leaver,
    permissions: rule?.permissions ?? [],
    cap_per_day: rule?.cap_per_day ?? 25,
    expires_on: rule?.expires_at.slice(0, 10) ?? '',
  });
  const change = (changes: Partial<typeof fields>) => {
    const kind = changes.kind ?? fields.kind;
    const isOther = kind !== fields.kind;
    setFields({
      ...fields,
      ...changes,
      ...(isOther
        ? { days: USUAL_DAYS[kind], permissions: kind === 'leaver' ? [] : (['read'] as const).slice() }
        : {}),
    });
  };
  const save = useChange({
    send: async () => {
      const { expires_on, ...rest } = fields;
      const unchanged = rule?.expires_at.slice(0, 10) === expires_on;
      const expires_at = unchanged ? rule?.expires_at : `${expires_on}T00:00:00.000Z`;
      const body = { ...rest, owner_id: owner?.id ?? '', expires_at } as never;
      if (rule) {
        const changed = { ...(body as object), expected_version: rule.version } as never;
        await api.put('/v1/rules/{id}', { params: { id: rule.id }, body: changed });
      } else await api.post('/v1/rules', { body });
    },
    stale: ['policy', 'rules'],
    onDone: onClose,
  });
  const { typed, given, chosen } = bindFields(fields, change, (name) =>
    faultOf(save.error, name === 'expires_on' ? 'expires_at' : name),
  );
  return (
    <FormDialog
      title={rule ? words.editTitle(rule.name) : words.formTitle}
      size="lg"
      submit={rule ? words.saveChanges : words.save}
      isSending={save.isPending}
      error={restOf(save.error, SHOWN)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {rule ? <Hint>{words.editHint}</Hint> : null}
      <TextInput label={words.name} required maxLength={80} data-autofocus {...typed('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select label={words.kind} data={optionsOf(words.kinds)} {...chosen('kind')} />
        <NumberInput
          label={words.days}
          description={words.daysHint[fields.kind]}
          allowDecimal={false}
          required
          {...given('days', Number)}
        />
      </SimpleGrid>
      {fields.kind === 'never_used' ? (
        <MultiSelect label={words.allowed} data={optionsOf(words.permissions)} {...given('permissions')} />
      ) : null}
      <ThingSearch
        kinds={['principal']}
        label={words.owner}
        description={words.ownerHint}
        value={owner}
        onChange={setOwner}
        error={faultOf(save.error, 'owner_id')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={words.cap}
          description={words.capHint}
          allowDecimal={false}
          required
          {...given('cap_per_day', Number)}
        />
        <TextInput
          type="date"
          label={words.ends}
          description={words.endsHint}
          required
          {...typed('expires_on')}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
