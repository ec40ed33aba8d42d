import { ConnectorError } from '../connector.ts';
import type { BatonContext } from './baton-context.ts';
import type { Answers, CallName } from './protocol/types.ts';

type PagedCall = Extract<
  CallName,
  'ListResourceTypes' | 'ListResources' | 'ListEntitlements' | 'ListStaticEntitlements' | 'ListGrants'
>;

/** The text that ends a list is empty; a page may be empty and still have a next one. */
export async function pageOfCall<Name extends PagedCall>(
  { session, settings, signal }: BatonContext,
  name: Name,
  request: object,
  token: string,
): Promise<Answers[Name]> {
  const page_size = name === 'ListResourceTypes' ? 0 : settings.page_size;
  const page = await session.call(name, { ...request, page_size, page_token: token }, signal);
  if (token !== '' && page.next_page_token === token)
    throw new ConnectorError('protocol', `the connector's ${name} does not move on`);
  return page;
}

/** Far beyond what one resource has; a list that never ends must. */
const PAGES_MAX = 100_000;

export async function* pagesOfCall<Name extends PagedCall>(
  context: BatonContext,
  name: Name,
  request: object,
): AsyncGenerator<Answers[Name], void, undefined> {
  let token = '';
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await pageOfCall(context, name, request, token);
    yield page;
    token = page.next_page_token ?? '';
    if (token === '') return;
  }
  throw new ConnectorError('protocol', `the connector's ${name} does not end`);
}
