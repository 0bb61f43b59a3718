/** The browser's IANA time zone: a new studio's wall clock. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
