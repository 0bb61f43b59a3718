import type { Place, Sized } from './layout.ts';

/** A weekday, 0 Sunday to 6 Saturday: each has a color of its own. */
type MapDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type MapMark =
  /** A teacher's home; small, with the teacher's sign, where several teachers are shown. */
  | { readonly kind: 'home'; readonly of?: TeacherSign }
  /** A stop of a day's route, numbered as in the list next to the map. */
  | { readonly kind: 'stop'; readonly number: number; readonly position: 'first' | 'between' | 'last' }
  /** Stops of a week's tours: "Tu 3", "Mo 2, 3". */
  | { readonly kind: 'tour'; readonly text: string; readonly day: MapDay; readonly pending: boolean }
  /** A student; the sign says whose. Approximate: known by ZIP code or city only. */
  | {
      readonly kind: 'student';
      readonly of: TeacherSign | null;
      readonly selected: boolean;
      readonly approximate?: boolean;
    }
  /** Several students of whom only the ZIP code or city is known: "78704 · 14". */
  | { readonly kind: 'cluster'; readonly text: string; readonly selected: boolean }
  /** The middle of a ZIP code or city, where no address is. */
  | { readonly kind: 'middle' }
  /** A place that the user is choosing. */
  | { readonly kind: 'pin' };

/** What tells a teacher from the others on a map: one of eight colors, and initials for who does not see them apart. */
export type TeacherSign = { readonly color: number; readonly initials: string };

const teacherColors = [1, 2, 3, 4, 5, 6, 0].map((day) => `var(--color-day-${day})`).concat('var(--color-teacher-8)');

/** From the ninth teacher on, colors come again, with other initials. */
export const teacherColor = ({ color }: TeacherSign): string =>
  teacherColors[color % teacherColors.length] ?? 'var(--color-ink-2)';

/** The color of a stop, on the map and in the list: the first green, the last red, others blue. */
export const stopPosition = (index: number, count: number): 'first' | 'between' | 'last' => {
  if (index === 0) return 'first';
  return index === count - 1 ? 'last' : 'between';
};

export type MapPoint = {
  readonly id: string;
  readonly place: Place;
  readonly mark: MapMark;
  /** Next to the mark where there is room; '' for none. */
  readonly name: string;
  /** The whole text: the accessible name of a mark that can be selected, and its tooltip. */
  readonly title: string;
  /** In the background: another day is chosen. */
  readonly faint?: boolean;
};

export type LineTone = MapDay | 'plain' | 'short';

/** A drive between two marked places. */
export type MapLine = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly tone: LineTone;
  /** To or from home. */
  readonly dotted: boolean;
  readonly faint?: boolean;
  /** Minutes, drawn on the line; null for none. */
  readonly text: string | null;
  /** The tour that it belongs to: on a map with streets, the tour's road is drawn in its place. */
  readonly tour?: string;
};

type MapRoad = {
  readonly tour: string;
  readonly tone: LineTone;
  readonly faint?: boolean;
  /** Longitude and latitude, in driving order. */
  readonly line: readonly (readonly [number, number])[];
};

/** What a map shows; how it is drawn depends on the maps service. */
export type MapContent = {
  readonly points: readonly MapPoint[];
  readonly lines: readonly MapLine[];
  readonly roads?: readonly MapRoad[] | undefined;
  /** Places that the map has room for, without marks. */
  readonly extent?: readonly Place[] | undefined;
};

/** What a maps service needs to draw streets in the browser. */
export type StreetsAccess = { readonly apiKey: string; readonly apiUrl: string };

/** Why there are no streets: the key is refused, WebGL is missing, or nobody answers. */
export type StreetsTrouble = 'refused' | 'unsupported' | 'silent';

/** The size of a mark, in pixels; one in the background is a dot. */
export const sizeOf = (mark: MapMark, faint = false): Sized => {
  if (faint) return { width: 10, height: 10 };
  switch (mark.kind) {
    case 'home':
      return mark.of === undefined ? { width: 30, height: 30 } : { width: 22, height: 22 };
    case 'stop':
      return { width: 29, height: 29 };
    case 'tour':
    case 'cluster':
      return { width: Math.max(40, Math.round(mark.text.length * 6.6) + 14), height: 22 };
    case 'student':
      return { width: 20, height: 20 };
    case 'middle':
      return { width: 14, height: 14 };
    case 'pin':
      return { width: 28, height: 36 };
  }
};

/** The size of a mark and of what can be around it: a name beside it has the same place whether a ring selects it or not. */
export const roomOf = (mark: MapMark, faint = false): Sized =>
  mark.kind === 'student' ? { width: 32, height: 32 } : sizeOf(mark, faint);

/** The room that a mark keeps free of other marks, in pixels: a circle, for the pins of tours a pill. The same in the background. */
export const shapeOf = (mark: MapMark): Sized => {
  const { width, height } = sizeOf(mark);
  switch (mark.kind) {
    case 'tour':
    case 'cluster':
      // A drive between two of them is seen.
      return { width: width + 6, height: height + 8 };
    case 'stop':
      return { width: width + 7, height: height + 7 };
    case 'home':
      // Its corners are outside of a circle of its size.
      return { width: width + 10, height: height + 10 };
    case 'student':
    case 'middle':
    case 'pin':
      return { width: width + 3, height: height + 3 };
  }
};

export const toneColor: Readonly<Record<LineTone, string>> = {
  plain: 'var(--color-ink-2)',
  short: 'var(--color-bad)',
  0: 'var(--color-day-0)',
  1: 'var(--color-day-1)',
  2: 'var(--color-day-2)',
  3: 'var(--color-day-3)',
  4: 'var(--color-day-4)',
  5: 'var(--color-day-5)',
  6: 'var(--color-day-6)',
};

export const lineWidth = ({ tone, dotted }: MapLine): number => {
  if (tone === 'short') return 3;
  return tone === 'plain' && !dotted ? 1.5 : 2;
};
