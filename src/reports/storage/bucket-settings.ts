import { type Faults, flag, type Get, httpUrl } from '../../platform/config/settings.ts';
import type { ReportBucket } from './bucket.rules.ts';

/** All of it or nothing. */
export function reportBucket(faults: Faults, get: Get): ReportBucket | null {
  const bucket = get('REPORTS_S3_BUCKET');
  const names = ['REPORTS_S3_ENDPOINT', 'REPORTS_S3_ACCESS_KEY_ID', 'REPORTS_S3_SECRET_ACCESS_KEY'] as const;
  if (bucket === null) {
    const stray = names.find((name) => get(name) !== null);
    if (stray)
      faults.add('REPORTS_S3_BUCKET', `is missing; expected the name of a bucket, because ${stray} is set`);
    return null;
  }
  for (const name of names) if (get(name) === null) faults.add(name, 'is required with REPORTS_S3_BUCKET');
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket))
    faults.add('REPORTS_S3_BUCKET', `is "${bucket}"; expected the name of a bucket`);
  return {
    endpoint: httpUrl(faults, names[0], get(names[0])) ?? '',
    bucket,
    region: get('REPORTS_S3_REGION') ?? 'us-east-1',
    access_key_id: get(names[1]) ?? '',
    secret_access_key: get(names[2]) ?? '',
    path_style: flag(faults, 'REPORTS_S3_PATH_STYLE', get('REPORTS_S3_PATH_STYLE'), true),
  };
}
