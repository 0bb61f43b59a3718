/** One event of a feed; lines may be overridden or added. */
export const vevent = (lines: Readonly<Record<string, string>>): string =>
  [
    'BEGIN:VEVENT',
    ...Object.entries({ UID: 'lesson-1', DTSTART: '20261124T160000', DURATION: 'PT45M', SUMMARY: 'Ann Lee', ...lines })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}:${value}`),
    'END:VEVENT',
  ].join('\r\n');

export const vcalendar = (...components: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//A music studio//EN', ...components, 'END:VCALENDAR', ''].join('\r\n');
