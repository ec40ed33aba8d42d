import type { Database } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import type { ReportStorages } from '../report-context.ts';
import type { ReportBucket } from './bucket.rules.ts';
import { createDatabaseStorage } from './database-storage.ts';
import { createS3Storage } from './s3-storage.ts';

/** With a bucket new files go there; those in the database stay readable. */
export function createReportStorages(db: Database, bucket: ReportBucket | null): ReportStorages {
  const database = createDatabaseStorage(db);
  const s3 = bucket && createS3Storage(bucket);
  return {
    writing: s3 ?? database,
    of: (kind) => {
      const storage = kind === 'database' ? database : s3;
      if (storage) return storage;
      throw new LapseError(
        'unavailable',
        'The file is in a bucket, and REPORTS_S3_BUCKET and its kin are not set here.',
      );
    },
  };
}
