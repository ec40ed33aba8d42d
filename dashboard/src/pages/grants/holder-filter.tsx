import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { FilterPill } from '../../parts/filter-pill.tsx';
import { grantStrings as strings } from '../../strings/grants.ts';

/** Filters that only links set: the grants of one principal, or on one asset. */
export function HolderFilter(props: {
  principalId: string | undefined;
  assetId: string | undefined;
  onChange(changes: { principal_id?: null; asset_id?: null }): void;
}) {
  const { principalId, assetId, onChange } = props;
  const principal = useQuery({
    queryKey: ['principals', 'one', principalId],
    queryFn: () => api.get('/v1/principals/{id}', { params: { id: principalId as string } }),
    enabled: principalId !== undefined,
  });
  const asset = useQuery({
    queryKey: ['assets', 'one', assetId],
    queryFn: () => api.get('/v1/assets/{id}', { params: { id: assetId as string } }),
    enabled: assetId !== undefined,
  });
  if (principalId === undefined && assetId === undefined) return null;
  const pill = (text: string, onRemove: () => void) => (
    <FilterPill text={text} remove={strings.removeFilter(text)} onRemove={onRemove} />
  );
  return (
    <Group gap="xs">
      {principalId === undefined
        ? null
        : pill(strings.onlyOf(principal.data?.display_name ?? principalId), () =>
            onChange({ principal_id: null }),
          )}
      {assetId === undefined
        ? null
        : pill(strings.onlyOn(asset.data?.name ?? assetId), () => onChange({ asset_id: null }))}
    </Group>
  );
}
