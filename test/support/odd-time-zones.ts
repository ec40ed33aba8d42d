/** Time zones whose days and hours are not what one expects, for tests of whatever goes by the calendar. */
export const ODD_TIME_ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo', // until 2019 clocks changed at midnight, which was then not there
  'Africa/Cairo',
  'Asia/Kolkata',
  'Australia/Lord_Howe', // half an hour
  'Pacific/Apia', // was without 30 December 2011
  'Pacific/Kiritimati',
];
