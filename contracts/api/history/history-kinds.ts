/** What a batch concerns. */
export const historyKinds = [
  'lessons',
  'plans',
  'students',
  'teachers',
  'families',
  'timeoff',
  'mileage',
  'invoices',
  'calendar',
  'restores',
  'settings',
] as const;
export type HistoryKind = (typeof historyKinds)[number];
