import { ConnectorError } from '../connector.ts';

/** Packages that only these connectors need may have been left out. */
export async function loadOptional<T>(load: () => Promise<T>, name: string): Promise<T> {
  try {
    const module = await load();
    return (module as { default?: T }).default ?? module;
  } catch (error) {
    throw new ConnectorError(
      'not_supported',
      `Baton connectors need the package ${name}, which was left out when Lapse was installed: install it with npm install --include=optional.`,
      { cause: error },
    );
  }
}
