import { Autocomplete, NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { faultOf } from '../../parts/faults.ts';
import { ThingMultiSelect } from '../../parts/thing-multi-select.tsx';
import { useFacets } from '../../parts/virtual-list/list-filters.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import type { CampaignDraft } from './campaign.ts';

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Which grants a campaign asks about. */
export function FilterFields(props: {
  draft: CampaignDraft;
  error: unknown;
  onChange: (part: Partial<CampaignDraft>) => void;
}) {
  const { draft, error, onChange } = props;
  const facets = useFacets();
  const fault = (name: string) => faultOf(error, 'filter', name);
  return (
    <Stack gap="sm" component="fieldset" style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Text component="legend" fw={600} size="sm" p={0}>
        {strings.which}{' '}
        <Text span size="sm" c="dimmed" fw={400}>
          {strings.newHint}
        </Text>
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
        <Autocomplete
          label={strings.filters.platform}
          placeholder={strings.any}
          data={facets?.platforms.map(({ value }) => value) ?? []}
          value={draft.platform}
          error={fault('platform')}
          onChange={(platform) => onChange({ platform })}
        />
        <Select
          label={strings.filters.classification}
          placeholder={strings.any}
          clearable
          data={optionsOf(strings.classifications)}
          value={draft.classification}
          error={fault('classification')}
          onChange={(classification) => onChange({ classification })}
        />
        <Autocomplete
          label={strings.filters.department}
          placeholder={strings.any}
          data={facets?.departments.map(({ value }) => value) ?? []}
          value={draft.department}
          error={fault('department')}
          onChange={(department) => onChange({ department })}
        />
        <Select
          label={strings.filters.principal_type}
          placeholder={strings.any}
          clearable
          data={optionsOf(strings.principalTypes)}
          value={draft.principal_type}
          error={fault('principal_type')}
          onChange={(principal_type) => onChange({ principal_type })}
        />
        <Autocomplete
          label={strings.filters.permission}
          placeholder={strings.any}
          data={[...strings.permissions]}
          value={draft.permission}
          error={fault('permission')}
          onChange={(permission) => onChange({ permission })}
        />
        <NumberInput
          label={strings.minScore}
          placeholder={strings.minScoreHint}
          min={0}
          max={100}
          value={draft.min_score}
          error={fault('min_score')}
          onChange={(min_score) => onChange({ min_score })}
        />
      </SimpleGrid>
      <ThingMultiSelect
        kind="principal"
        label={strings.filters.principal_ids}
        placeholder={strings.search}
        value={draft.principal_ids}
        error={fault('principal_ids')}
        onChange={(principal_ids) => onChange({ principal_ids })}
      />
      <ThingMultiSelect
        kind="asset"
        label={strings.filters.asset_ids}
        placeholder={strings.search}
        value={draft.asset_ids}
        error={fault('asset_ids')}
        onChange={(asset_ids) => onChange({ asset_ids })}
      />
    </Stack>
  );
}
