import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { principalThing } from './find-things.ts';
import { ThingSearch } from './thing-search.tsx';

/** One principal by its id, found by name or e-mail. */
export function PersonSelect(props: {
  label: string;
  description?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
  readOnly?: boolean;
  placeholder?: string;
}) {
  const { value, onChange, ...rest } = props;
  const chosen = useQuery({
    queryKey: ['principals', 'one', value],
    enabled: value !== null,
    queryFn: () => api.get('/v1/principals/{id}', { params: { id: value as string } }),
  });
  const known = chosen.data ? principalThing(chosen.data) : null;
  return (
    <ThingSearch
      {...rest}
      kinds={['principal']}
      value={value === null ? null : (known ?? { kind: 'principal', id: value, name: value })}
      onChange={(thing) => onChange(thing?.id ?? null)}
    />
  );
}
