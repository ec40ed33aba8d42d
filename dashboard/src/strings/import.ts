import { counted as countedText } from './counted.ts';

const counted = (count: number, noun: string): string => countedText(String(count), noun);

export const importStrings = {
  title: 'Import a CSV',
  description:
    'Access and use of platforms that have no connector, from a table that somebody exported. Nothing is stored before you have seen how it is read.',
  adminsOnly: 'Admins import',
  adminsOnlyHint: 'What is imported decides who is asked about which access.',
  open: 'Import a CSV',
  back: 'Connectors',
  noun: 'What the rows are',
  nouns: {
    grants: 'Grants: who has which access to what',
    events: 'Use: who used what, and when',
  },
  file: 'File',
  fileHint: 'CSV in UTF-8 whose first line names the columns. It may be of any size.',
  choose: 'Choose a file',
  reading: {
    title: 'How it is read',
    description:
      'Columns were found by their names. A row is imported or refused as a whole, and the same file again changes nothing.',
    field: 'Reads',
    from: 'From',
    nothing: 'Not in the file',
    always: 'The same for every row …',
    value: (field: string) => `${field} of every row`,
    required: 'needed',
    more: 'More that a column can say',
    fewer: 'Only what is needed or found',
    unread: (columns: string[]) => `Not read: ${columns.join(', ')}`,
    separator: 'Separator',
    separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', pipe: 'Vertical bar' },
    dates: 'Dates are written as',
    datesHint: 'Never guessed: 03/04/2026 is refused until you say which it is.',
    formats: {
      iso: '2026-01-31 (ISO 8601)',
      'DD/MM/YYYY': '31/01/2026 (day first)',
      'MM/DD/YYYY': '01/31/2026 (month first)',
      'DD.MM.YYYY': '31.01.2026',
      'DD-MM-YYYY': '31-01-2026 (day first)',
      'MM-DD-YYYY': '01-31-2026 (month first)',
      'YYYY/MM/DD': '2026/01/31',
      unix: 'Seconds since 1970',
      unix_ms: 'Milliseconds since 1970',
    },
    zone: 'Time zone of times that name none',
    missing: 'It cannot be imported like this',
  },
  preview: {
    title: 'First rows, as they would be read',
    description: (rows: number, refused: number) =>
      refused === 0
        ? `${counted(rows, 'row')}, all of which can be read. Whether the directory knows whom they name is checked on import.`
        : `${counted(rows, 'row')}, of which ${refused} would be refused.`,
    line: 'Line',
    none: 'There are no rows below the names of the columns.',
  },
  fields: {
    principal: 'Principal',
    principal_name: 'Name of the principal',
    principal_email: 'E-mail of the principal',
    principal_type: 'Type of the principal',
    department: 'Department',
    manager: 'Manager',
    last_login_at: 'Last sign-in',
    disabled: 'Disabled',
    asset: 'Asset',
    asset_name: 'Name of the asset',
    asset_type: 'Type of the asset',
    classification: 'Classification',
    owner: 'Owner of the asset',
    permission: 'Permission',
    platform: 'Platform',
    granted_at: 'Granted',
    last_used_at: 'Last used',
    via_group: 'Through the group',
    purpose: 'Purpose of the access',
    principal_purpose: 'Purpose of the principal',
    grant_id: 'Id of the grant',
    action: 'Action',
    timestamp: 'Time',
    event_id: 'Id of the event',
    source_ip: 'Address',
    query_type: 'Kind of query',
    rows_returned: 'Rows returned',
  } as Record<string, string | undefined>,
  import: (noun: 'grants' | 'events') => (noun === 'grants' ? 'Import the grants' : 'Import the use'),
  sending: (percent: number) => `${percent}% sent; rows are stored as they arrive.`,
  storing: 'All of it is sent; the last rows are being stored.',
  stop: 'Stop',
  stopped:
    'You stopped it. Rows that had arrived are stored; importing the file again changes nothing about them.',
  done: (taken: number, refused: number) =>
    refused === 0
      ? `${counted(taken, 'row')} imported`
      : `${counted(taken, 'row')} imported, ${refused} refused`,
  found: (of: { grant: number; principal: number; asset: number }) =>
    `${counted(of.grant, 'grant')}; new or changed: ${counted(of.principal, 'principal')} and ${counted(of.asset, 'asset')}.`,
  applied: 'Scores follow within seconds.',
  repeated: 'What was there already is counted as well.',
  faults: 'Refused rows',
  faultColumns: ['Line', 'Why'],
  faultsShown: (shown: number, all: number) =>
    shown < all
      ? `The first ${shown} of ${all}. Correct them in the file and import it again.`
      : 'Correct them in the file and import it again.',
  download: 'Download the refused rows',
  another: 'Import another file',
} as const;
