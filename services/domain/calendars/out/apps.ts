import type { CalendarApp } from '@rondo/contracts/api/sharing.ts';

/** By which words in its User-Agent an app is recognized. The first that fits counts: Outlook on a Mac names both. */
const words: readonly (readonly [RegExp, CalendarApp])[] = [
  [/google/i, 'Google'],
  [/outlook|microsoft|exchange|office/i, 'Outlook'],
  [/thunderbird|lightning/i, 'Thunderbird'],
  [/yahoo/i, 'Yahoo'],
  [/icsx5|davx5|android|okhttp/i, 'Android'],
  [/dataaccessd|calendaragent|remindd|calendar ?ui|\bi(?:os|phone|pad)\b|mac ?os|darwin/i, 'Apple'],
];

/** The calendar app that a User-Agent header names; null for others, browsers included. */
export const appNamed = (userAgent: string | undefined): CalendarApp | null => {
  if (userAgent === undefined || /^Mozilla\/.*(?:Chrome|Safari|Firefox)\//.test(userAgent)) return null;
  return words.find(([word]) => word.test(userAgent))?.[1] ?? null;
};
