export const priorityStrings = {
  title: (points: number) => `Priority ${points} of 100`,
  asOf: (date: string) => `as of ${date}`,
  parts: {
    staleness: 'Staleness',
    classification: 'Classification',
    permission: 'Permission',
    reach: 'Reach',
    account: 'Account',
  },
  points: (points: number, of: number, because: string) => `${points} of ${of}, because ${because}`,
};
