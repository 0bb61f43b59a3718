/** Student, lessons, refunds, total, dates. On phones: name and total, then the others below. */
export const previewColumns =
  'grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.1fr)_96px_32px] items-center gap-x-4 pr-3 pl-6 max-desk:grid-cols-[minmax(0,1fr)_auto_44px] max-desk:items-start max-desk:gap-x-2 max-desk:gap-y-1 max-desk:pr-1 max-desk:pl-4';
