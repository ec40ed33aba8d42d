/** One observed use of an asset, in the form that event ingestion takes. */
export interface UseEvent {
  event_id: string;
  principal_id: string;
  asset_id: string;
  action: 'query' | 'write' | 'admin_login';
  platform: string;
  timestamp: string;
  metadata: {
    source_ip: string;
    query_type: string;
    rows_returned: number;
  };
}
