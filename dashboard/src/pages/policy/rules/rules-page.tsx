import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { AddButton } from '../../../parts/buttons.tsx';
import { Page } from '../../../parts/page.tsx';
import { TextLink } from '../../../parts/page-link.tsx';
import { Empty, QueryState } from '../../../parts/query-state.tsx';
import { TableBox } from '../../../parts/table-box.tsx';
import { ruleStrings as words } from '../../../strings/rules.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleRow } from './rule-row.tsx';

/** Rules that decide without a question: what they do, how far they are today, and the way to one more. */
export function RulesPage() {
  const [isAdding, { open, close }] = useDisclosure(false);
  const isAdmin = useMay()('service.admin');
  const query = useQuery({
    queryKey: ['policy', 'rules'],
    queryFn: () => api.get('/v1/rules', { query: { limit: 100 } }),
  });
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <>
          <TextLink to="/policy">{words.back}</TextLink>
          {isAdmin ? <AddButton onClick={open}>{words.add}</AddButton> : null}
        </>
      }
    >
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <TableBox label={words.title} columns={words.columns} minWidth={860}>
              {items.map((rule) => (
                <RuleRow key={rule.id} rule={rule} isAdmin={isAdmin} />
              ))}
            </TableBox>
          )
        }
      </QueryState>
      {isAdding ? <RuleForm onClose={close} /> : null}
    </Page>
  );
}
