/** Uses that stand out from the habits: what the detection of anomalies has to find. */
interface RemarkableUse {
  why: string;
  principal: string;
  asset: string;
  days_ago: number;
  /** UTC. */
  time: string;
  action: 'query' | 'write' | 'admin_login';
  query_type: string;
  rows_returned: number;
  /** Absent: where this principal always comes from. */
  source_ip?: string;
}

// biome-ignore format: a table is read by its columns
export const REMARKABLE_USES: readonly RemarkableUse[] = [
  { why: 'a new network', principal: 'prin-013', asset: 'asset-011', days_ago: 4, time: '14:12', action: 'query', query_type: 'SELECT', rows_returned: 310, source_ip: '203.0.113.86' },
  { why: 'a new network', principal: 'prin-013', asset: 'asset-011', days_ago: 4, time: '14:31', action: 'query', query_type: 'SELECT', rows_returned: 2_740, source_ip: '203.0.113.86' },
  { why: 'an unusual hour', principal: 'prin-023', asset: 'asset-022', days_ago: 6, time: '23:47', action: 'query', query_type: 'SELECT', rows_returned: 96 },
  { why: 'very many rows', principal: 'prin-014', asset: 'asset-011', days_ago: 3, time: '15:05', action: 'query', query_type: 'SELECT', rows_returned: 4_812_390 },
  { why: 'a first admin action', principal: 'prin-006', asset: 'asset-016', days_ago: 5, time: '10:22', action: 'admin_login', query_type: 'LOGIN', rows_returned: 0 },
  { why: 'a return after dormancy', principal: 'prin-005', asset: 'asset-021', days_ago: 2, time: '09:54', action: 'query', query_type: 'SELECT', rows_returned: 1_200 },
  { why: 'no grant allows it', principal: 'prin-026', asset: 'asset-022', days_ago: 8, time: '16:40', action: 'query', query_type: 'SELECT', rows_returned: 12 },
];
