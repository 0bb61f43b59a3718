/** How long what is open has been due, as lists name it. */
export const ages = [
  { key: 'notDue', word: 'Not due yet' },
  { key: 'days1to30', word: '1 – 30 days' },
  { key: 'days31to60', word: '31 – 60 days' },
  { key: 'days61to90', word: '61 – 90 days' },
  { key: 'over90', word: 'Over 90 days' },
] as const;
