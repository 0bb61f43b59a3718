export const columns =
  'grid grid-cols-[18px_minmax(0,1.5fr)_minmax(0,1fr)_136px_84px_132px_168px_36px] items-center gap-x-5 pr-3 pl-4 max-wide:grid-cols-[18px_minmax(0,1.3fr)_minmax(0,1fr)_112px_140px_36px] max-wide:gap-x-3 max-desk:grid-cols-[18px_minmax(0,1fr)_minmax(92px,auto)_44px] max-desk:gap-x-2.5 max-desk:pr-1 max-desk:pl-3.5 wide:in-data-map:grid-cols-[18px_minmax(0,1.25fr)_minmax(0,1fr)_104px_36px] wide:in-data-map:gap-x-4';

export const titles = ['Student', 'Teacher', 'Lesson', 'Length, rate'] as const;

/** The column before the week: what a student owes, unless a family does. */
export const lastTitle = 'Account';
