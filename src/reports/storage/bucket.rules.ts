/** An S3-compatible bucket that keeps the files of reports. */
export interface ReportBucket {
  /** Such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string;
  bucket: string;
  region: string;
  access_key_id: string;
  secret_access_key: string;
  /** The bucket in the path instead of in front of the host. */
  path_style: boolean;
}
