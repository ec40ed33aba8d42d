import type { Connector } from '../../connectors/connector.ts';
import type { GrantKeys } from '../../connectors/keys.sql.ts';
import type { PipelineContext } from '../../core/pipeline/process-tenant.ts';
import type { RemediationWork } from './work.sql.ts';

/** The connector that serves a remediation; the caller closes it. */
export type OpenConnector = (tenantId: number, connectorId: string | null) => Promise<Connector>;

export interface RemediationContext extends PipelineContext {
  openConnector: OpenConnector;
}

/** A remediation in hand: all that its steps need. */
export interface Remediation {
  context: RemediationContext;
  tenant_id: number;
  lease: string;
  work: RemediationWork;
  connector: Connector;
  /** Opens another one for this attempt; it is closed with it. */
  open: (connectorId: string) => Promise<Connector>;
  keys: GrantKeys;
}

/** No call takes longer; a lease outlasts all calls of an attempt. */
export const CALL_TIMEOUT_MS = 20_000;
export const LEASE_MS = 150_000;
