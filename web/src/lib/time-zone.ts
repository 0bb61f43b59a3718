/** The browser's IANA time zone, used for a new studio. */
export const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
