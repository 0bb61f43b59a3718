import ICAL from 'ical.js';

// Three readers of a calendar at an address, which differ as calendar programs do in what they make of a second reading.

/** What a person sees of an event. */
type SeenEvent = { readonly uid: string; readonly start: string; readonly title: string };

type CalendarReader = {
  readonly name: string;
  /** Reads the calendar again. */
  readonly read: (text: string) => void;
  /** What it shows now, by start. */
  readonly shows: () => readonly SeenEvent[];
};

const byStart = (events: Iterable<SeenEvent>): SeenEvent[] =>
  [...events].toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : a.uid < b.uid ? -1 : 1));

/** Forgets what it had and shows every event of the file, each one there is, by the library of another project. */
const replacing = (): CalendarReader => {
  let events: SeenEvent[] = [];
  return {
    name: 'a reader that replaces everything',
    read: (text) => {
      events = new ICAL.Component(ICAL.parse(text))
        .getAllSubcomponents('vevent')
        .filter((event) => event.getFirstPropertyValue('status') !== 'CANCELLED')
        .map((event) => ({
          uid: String(event.getFirstPropertyValue('uid')),
          start: String(event.getFirstPropertyValue('dtstart')).replaceAll(/[-:]/g, ''),
          title: String(event.getFirstPropertyValue('summary')),
        }));
    },
    shows: () => byStart(events),
  };
};

type Version = SeenEvent & { readonly sequence: number; readonly modified: string; readonly isCancelled: boolean };

const unescaped = (text: string): string => text.replaceAll(/\\([\\;,])/g, '$1').replaceAll(/\\n/gi, '\n');

/** The events of a file by its lines alone (RFC 5545, 3.1). */
const versionsIn = (text: string): Version[] => {
  const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  const versions: Version[] = [];
  let own: Map<string, string> | null = null;
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') own = new Map();
    else if (line === 'END:VEVENT' && own !== null) {
      const value = (name: string): string => own?.get(name) ?? '';
      versions.push({
        uid: value('UID'),
        start: value('DTSTART'),
        title: unescaped(value('SUMMARY')),
        sequence: Number(value('SEQUENCE')),
        modified: value('LAST-MODIFIED'),
        isCancelled: value('STATUS') === 'CANCELLED',
      });
      own = null;
    } else if (own !== null) {
      const [, name = '', content = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
      own.set(name, content);
    }
  }
  return versions;
};

/** Keeps events by their UID: a newer version takes the place of an older one, and what the file no longer has is gone. */
const keeping = (name: string, isNewer: (next: Version, before: Version) => boolean): CalendarReader => {
  let kept: ReadonlyMap<string, Version> = new Map();
  return {
    name,
    read: (text) => {
      const versions = versionsIn(text);
      const next = new Map<string, Version>();
      for (const version of versions) {
        const before = next.get(version.uid) ?? kept.get(version.uid);
        next.set(version.uid, before === undefined || isNewer(version, before) ? version : before);
      }
      kept = next;
    },
    shows: () =>
      byStart(
        [...kept.values()]
          .filter(({ isCancelled }) => !isCancelled)
          .map(({ uid, start, title }) => ({ uid, start, title })),
      ),
  };
};

/** Fresh readers, which have read nothing. */
export const calendarReaders = (): readonly CalendarReader[] => [
  replacing(),
  keeping('a reader that goes by SEQUENCE', (next, before) => next.sequence > before.sequence),
  keeping(
    'a reader that goes by LAST-MODIFIED, then SEQUENCE',
    (next, before) =>
      next.modified > before.modified || (next.modified === before.modified && next.sequence > before.sequence),
  ),
];
