import { REGRET_DAYS } from './regret.rules.ts';

/**
 * SQL: joins for a decision `d` of a tenant $1 about a grant `g`, whose latest use is that of `s`, in a review `r`.
 *
 * A revocation is regretted when it was called off or put back, or when within 60 days (until `e.regret_until`) the access was used, or the
 * same person had the same permission on the same asset again. `w` says by what that was shown first (`shown_by`) and when
 * (`shown_at`; null: it is still being put back); without a row it was not, or nothing was to be removed.
 */
export const REGRET = `
    LEFT JOIN LATERAL (SELECT id, operation, completed_at, reverted_at,
                              operation = 'restore'
                                OR reverted_at < coalesce(completed_at, d.decided_at) + ${REGRET_DAYS} * interval '1 day'
                                AS is_called_off
                       FROM remediations
                       WHERE d.decision = 'REVOKE' AND tenant_id = $1 AND review_id = d.review_id AND grant_id = d.grant_id
                       ORDER BY id DESC LIMIT 1) m ON true
    CROSS JOIN LATERAL (SELECT coalesce(m.completed_at, d.decided_at) + ${REGRET_DAYS} * interval '1 day' AS regret_until) e
    LEFT JOIN LATERAL (
      SELECT shown_by, shown_at FROM (
        SELECT CASE m.operation WHEN 'restore' THEN 'put_back' ELSE 'called_off' END AS shown_by, m.reverted_at AS shown_at
        WHERE m.is_called_off
        UNION ALL
        -- What was put back is there again as well.
        SELECT 'granted_again', g.restored_at
        WHERE NOT coalesce(m.is_called_off, false) AND g.restored_at BETWEEN d.decided_at AND e.regret_until
        UNION ALL
        SELECT 'granted_again', (SELECT min(again.granted_at) FROM grants again
                                 WHERE again.tenant_id = $1 AND again.principal_id = g.principal_id
                                   AND again.asset_id = g.asset_id AND again.id <> g.id AND again.permission = g.permission
                                   AND again.granted_at > d.decided_at AND again.granted_at <= e.regret_until)
        UNION ALL
        SELECT 'used', s.last_used_at WHERE s.last_used_at > r.created_at AND s.last_used_at <= e.regret_until
      ) shown
      WHERE d.decision = 'REVOKE' AND (shown_at IS NOT NULL OR shown_by = 'put_back')
      ORDER BY shown_at, shown_by LIMIT 1) w ON true`;
