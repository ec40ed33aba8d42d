import { Autocomplete, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core';
import { bindFields, optionsOf } from '../../parts/forms/bind-fields.ts';
import { faultOf } from '../../parts/forms/faults.ts';
import { Hint, Strong } from '../../parts/text.ts';
import { ThingMultiSelect } from '../../parts/thing-multi-select.tsx';
import { useFacets } from '../../parts/virtual-list/list-filters.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import type { CampaignDraft } from './campaign.ts';

/** Which grants a campaign asks about. */
export function FilterFields(props: {
  draft: CampaignDraft;
  error: unknown;
  onChange: (part: Partial<CampaignDraft>) => void;
}) {
  const { draft, error, onChange } = props;
  const facets = useFacets();
  const { given } = bindFields(draft, onChange, (name) => faultOf(error, 'filter', name));
  const { filters: labels, any } = strings;
  const named = <Name extends keyof typeof labels>(name: Name) => ({ label: labels[name], ...given(name) });
  return (
    <Stack gap="sm" component="fieldset" style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Strong component="legend" p={0}>
        {strings.which}{' '}
        <Hint span fw={400}>
          {strings.newHint}
        </Hint>
      </Strong>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
        <Autocomplete {...named('platform')} placeholder={any} data={valuesOf(facets?.platforms)} />
        <Select
          {...named('classification')}
          placeholder={any}
          data={optionsOf(strings.classifications)}
          clearable
        />
        <Autocomplete {...named('department')} placeholder={any} data={valuesOf(facets?.departments)} />
        <Select
          {...named('principal_type')}
          placeholder={any}
          data={optionsOf(strings.principalTypes)}
          clearable
        />
        <Autocomplete {...named('permission')} placeholder={any} data={[...strings.permissions]} />
        <NumberInput
          label={strings.minScore}
          placeholder={strings.minScoreHint}
          min={0}
          max={100}
          {...given('min_score')}
        />
      </SimpleGrid>
      <ThingMultiSelect kind="principal" {...named('principal_ids')} placeholder={strings.search} />
      <ThingMultiSelect kind="asset" {...named('asset_ids')} placeholder={strings.search} />
    </Stack>
  );
}

const valuesOf = (facet: readonly { value: string }[] = []): string[] => facet.map(({ value }) => value);
