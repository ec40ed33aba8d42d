export const organisationStrings = {
  title: 'Organisation',
  description: 'What every page and report calls your organisation. Each change is in the audit trail.',
  name: 'Name of the organisation',
  unnamed: 'Not named yet',
  save: 'Save the name',
  saved: 'The organisation is named',
} as const;
