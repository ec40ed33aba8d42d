import { guidOf, instantOf, type Row, textOf } from '../../rows.ts';

/** What one row of the log says. */
export interface Activity {
  id: string;
  /** A sign-in name, or the application id of a program; in lower case. */
  who: string;
  at: string;
  action: string;
  activity: string;
  workspace: string;
  /** `null`: of the workspace itself. */
  item: string | null;
  source_ip: string | null;
}

const READS = new Set(
  `ViewReport ViewDashboard ViewTile ReadArtifact ViewWarehouse ViewSqlAnalyticsEndpointLakehouse PreviewLakehouseTable
   ReadFileOrGetBlob QueryBlobContents AnalyzedByExternalApplication ReadDataflow`.split(/\s+/),
);
const WRITES = new Set(
  `CreateArtifact UpdateArtifact DeleteArtifact LoadLakehouseTable PutBlob AppendDataToFile PostDatasetRows RefreshDataset
   RunArtifact`.split(/\s+/),
);

/** Only what was done in a workspace, by somebody, and was not refused. */
export function activityOf(row: Row): Activity | undefined {
  const [id, who, workspace] = [textOf(row.Id), textOf(row.UserId), guidOf(row.WorkspaceId)];
  const activity = textOf(row.Activity) ?? textOf(row.Operation);
  const at = utcInstant(row.CreationTime);
  if (id === null || who === null || workspace === undefined || activity === null || at === null) {
    return undefined;
  }
  if (row.IsSuccess === false) return undefined;
  const item = [row.ArtifactId, row.ReportId, row.DatasetId, row.DashboardId].map(guidOf).find(Boolean);
  return {
    id,
    who: who.toLowerCase(),
    at,
    action: READS.has(activity) ? 'query' : WRITES.has(activity) ? 'write' : activity,
    activity,
    workspace,
    item: item ?? null,
    source_ip: textOf(row.ClientIP),
  };
}

/** It is written without a zone, and is UTC. */
function utcInstant(value: unknown): string | null {
  const text = textOf(value);
  return instantOf(text === null || /(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}
