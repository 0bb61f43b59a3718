import { expect, test } from 'vitest';
import { addDays } from '../calendar/dates.ts';
import { deadlineOf, noticeBefore } from './deciding.ts';

// Notice in whole seconds, in zones whose clocks change by an hour, half an hour or two, at midnight, at another time each year, or not at all.

const zones = [
  'America/Chicago',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Phoenix',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Berlin',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Antarctica/Troll',
];

type OffsetAt = (second: number) => number;

/** Seconds from UTC to what the clocks of a zone show. */
const offsetIn = (timeZone: string): OffsetAt => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (second) => {
    const name = format.formatToParts(second * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  };
};

const day = 86_400;
const secondOf = (text: string): number => Date.parse(text) / 1000;

/** The first second after each change of the clocks of a zone. */
const changesOf = (offsetAt: OffsetAt): number[] => {
  const changes: number[] = [];
  for (let second = secondOf('2025-01-01T00:00:00Z'); second < secondOf('2031-01-01T00:00:00Z'); second += day) {
    if (offsetAt(second) === offsetAt(second + day)) continue;
    let [before, after] = [second, second + day];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === offsetAt(second)) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
};

/** When the clocks show a time: the first of two times, and of a skipped one as if they had not changed yet. */
const showing = (wall: number, change: number, offsetAt: OffsetAt): number => {
  const [before, after] = [wall - offsetAt(change - 1), wall - offsetAt(change)];
  if (before < change) return before;
  return after >= change ? after : before;
};

test('notice and deadlines are real seconds at every change of the clocks from 2025 to 2030', () => {
  const wrong: string[] = [];
  let changed = 0;
  for (const timeZone of zones) {
    const offsetAt = offsetIn(timeZone);
    for (const change of changesOf(offsetAt)) {
      changed += 1;
      const face = Math.floor((change + offsetAt(change - 1)) / 60) * 60;
      for (const minutes of [
        -1500, -1440, -121, -120, -61, -60, -31, -30, -1, 0, 1, 29, 30, 59, 60, 61, 119, 120, 1440,
      ]) {
        const wall = face + minutes * 60;
        const iso = new Date(wall * 1000).toISOString();
        const date = iso.slice(0, 10);
        const start = { date, start: Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16)), timeZone };
        const starts = showing(wall, change, offsetAt);
        const eve = secondOf(`${addDays(date, -1)}T17:00:00Z`);
        const found = [
          noticeBefore(start, (starts - 90_061) * 1000) / 1000,
          deadlineOf({ hours: 24, outcome: { charge: 50 } }, start) / 1000,
          deadlineOf({ dayBefore: '17:00', outcome: { charge: 50 } }, start) / 1000,
        ];
        const expected = [90_061, starts - day, showing(eve, change, offsetAt)];
        if (found.join() !== expected.join()) wrong.push(`${timeZone} ${iso}: ${found.join()}, not ${expected.join()}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(changed).toBeGreaterThan(180);
});
