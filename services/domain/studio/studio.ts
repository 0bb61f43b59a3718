import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { mailSenderMissing, noMailServer } from '@rondo/contracts/api/calendars/messages.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import {
  settingsAfter,
  settingsBetween,
  studioSettingsAfter,
  type SettingsChanges,
  studioEvents,
  type StudioEvent,
  type StudioSettings,
} from '@rondo/contracts/events/studio.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import type { Aggregate } from '../../platform/commands/aggregate.ts';
import { InvalidInput, NotFound, RuleBroken, StaleRevision } from '../../platform/kit/errors.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';

export type StudioState = {
  readonly settings: StudioSettings | null;
  /** Of the last change of the settings. */
  readonly settingsRevision: number;
  /** The seed of the sample studio while it is loaded. */
  readonly sample: string | null;
  /** Up to when students' families have been told of changes. */
  readonly told: Readonly<Record<string, string>>;
  /** The students who are not suggested as a family again: their ids, sorted and joined by spaces. */
  readonly dismissed: readonly string[];
};

const suggestionOf = (studentIds: readonly string[]): string => studentIds.toSorted().join(' ');

/** The students whose families know of changes up to an earlier instant: a later one stays. */
const notYetTold = ({ told }: Pick<StudioState, 'told'>, studentIds: readonly string[], until: string): string[] =>
  studentIds.filter((studentId) => (told[studentId] ?? '') < until);

/** One studio's settings, its sample and whom it told what. */
export const studioAggregate: Aggregate<typeof studioEvents, StudioState> = {
  category: studioEvents,
  stateVersion: 9,
  initialState: () => ({ settings: null, settingsRevision: -1, sample: null, told: {}, dismissed: [] }),
  evolve: (state, event, { revision }) => {
    switch (event.type) {
      case 'StudioOpened':
      case 'StudioSettingsChanged': {
        const settings = studioSettingsAfter(state.settings ?? undefined, event);
        return settings ? { ...state, settings, settingsRevision: revision } : state;
      }
      case 'SampleStudioLoaded':
        return { ...state, sample: event.data.seed };
      case 'SampleStudioRemoved':
        return { ...state, sample: null };
      case 'FamiliesTold': {
        const { studentIds, until } = event.data;
        const told = notYetTold(state, studentIds, until).map((studentId) => [studentId, until]);
        return { ...state, told: { ...state.told, ...Object.fromEntries(told) } };
      }
      case 'ToldMarksRestored': {
        const told: Record<string, string> = { ...state.told };
        for (const { studentId, until } of event.data.marks)
          if (until === null) delete told[studentId];
          else told[studentId] = until;
        return { ...state, told };
      }
      case 'HouseholdSuggestionDismissed':
        return { ...state, dismissed: [...state.dismissed, suggestionOf(event.data.studentIds)] };
      case 'HouseholdSuggestionReturned': {
        const returned = suggestionOf(event.data.studentIds);
        return { ...state, dismissed: state.dismissed.filter((one) => one !== returned) };
      }
    }
  },
};

export const defaultStartGrid = 5;

/** Opens a studio; a no-op if it is already open. */
export const opening =
  (timeZone: string, minutesBetween: number) =>
  (state: StudioState): StudioEvent[] =>
    state.settings ? [] : [{ type: 'StudioOpened', data: { timeZone, startGrid: defaultStartGrid, minutesBetween } }];

const changed = (from: StudioSettings, to: StudioSettings): StudioEvent[] => {
  const changes = settingsBetween(from, to);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'StudioSettingsChanged', data: { changes } }];
};

/**
 * Changes some settings; a no-op if they are so already.
 * @param seen the revision of the settings that the change was made to, if it is known
 * @throws NotFound, StaleRevision
 */
export const changeSettings =
  (changes: SettingsChanges, seen?: string) =>
  ({ settings, settingsRevision }: StudioState): StudioEvent[] => {
    if (!settings) throw new NotFound('There is no such studio.');
    if (seen !== undefined && seen !== String(settingsRevision))
      throw new StaleRevision(changedElsewhere('studio profile'));
    return changed(settings, settingsAfter(settings, changes));
  };

/** @throws RuleBroken when rates have decimals that a new currency does not have */
export const refuseCurrency = (currency: string, rates: readonly number[]): void => {
  const count = rates.filter((rate) => rateProblem(rate, currency) !== null).length;
  if (count > 0)
    throw new RuleBroken(
      `${currency} has no decimals, but ${count === 1 ? '1 rate has' : `${count} rates have`} some. Change ${count === 1 ? 'it' : 'them'} to whole numbers first.`,
    );
};

const mailSwitches = { sendReminders: 'reminders', sendChanges: 'changes', sendPastDue: 'pastDue' } as const;

/** The kinds of mail to families that are turned on, by the settings before and after. */
export const mailTurnedOn = (before: StudioSettings | null | undefined, after: SettingsChanges) =>
  (['sendReminders', 'sendChanges', 'sendPastDue'] as const).flatMap((name) =>
    after[name] === true && before?.[name] !== true ? [mailSwitches[name]] : [],
  );

/** @throws RuleBroken when mail is turned on that this server does not send, or that would come from nobody */
export const refuseSwitches = (
  before: StudioSettings | null | undefined,
  after: SettingsChanges,
  { sends }: { readonly sends: boolean },
): void => {
  if (after.sendReminders !== true && after.sendChanges !== true && after.sendPastDue !== true) return;
  if (!sends) throw new RuleBroken(noMailServer);
  const name = after.studioName === undefined ? before?.studioName : after.studioName;
  if (mailTurnedOn(before, after).length > 0 && (name ?? null) === null) throw new RuleBroken(mailSenderMissing);
};

/** Students whose families do not know of changes, up to a moment. */
export type Untold = {
  readonly studentIds: readonly string[];
  readonly until: string;
  /** The same for students of one family. */
  readonly familyOf: (studentId: string) => string;
};

/** @throws RuleBroken when mail about changes is turned on and no one has said what becomes of those that families do not know of */
export const refuseUntold = ({ studentIds, familyOf }: Untold): void => {
  const count = new Set(studentIds.map(familyOf)).size;
  if (count > 0)
    throw new RuleBroken(
      count === 1
        ? '1 family does not know of changes. Send them, or mark it as told?'
        : `${count} families do not know of changes. Send them, or mark them as told?`,
    );
};

/** @throws InvalidInput when drives are to be kept from a date before last year */
export const refuseMileage = (
  { mileage }: Pick<SettingsChanges, 'mileage'>,
  before: StudioSettings['mileage'],
  today: IsoDate,
): void => {
  const first = `${Number(today.slice(0, 4)) - 1}-01-01`;
  if (mileage && mileage.from < first && mileage.from !== before?.from)
    throw new InvalidInput(`Drives can be kept from ${calendarDate(first)} on.`);
};

/**
 * Records that families have been informed of every change up to an instant; a no-op for those who know more.
 * @param familyOf the same for students of one family
 */
export const tellFamilies =
  (
    { studentIds, until }: { studentIds: readonly string[]; until: string },
    familyOf: (studentId: string) => string = (studentId) => studentId,
  ) =>
  (state: StudioState): StudioEvent[] => {
    const informed = notYetTold(state, studentIds, until);
    if (informed.length === 0) return [];
    const count = new Set(informed.map(familyOf)).size;
    const families = count === informed.length ? null : count;
    return [{ type: 'FamiliesTold', data: { studentIds: informed, until, families } }];
  };

/** True when these students are not to be suggested as a family. */
export const isDismissed = ({ dismissed }: StudioState, studentIds: readonly string[]): boolean =>
  dismissed.includes(suggestionOf(studentIds));

/** These students are not suggested as a family again; a no-op if that is so already. */
export const dismissSuggestion =
  (studentIds: readonly string[]) =>
  (state: StudioState): StudioEvent[] =>
    isDismissed(state, studentIds)
      ? []
      : [{ type: 'HouseholdSuggestionDismissed', data: { studentIds: studentIds.toSorted() } }];

/** Starts loading the sample; a loaded one keeps its seed. */
export const loadSample =
  (seed: string) =>
  (state: StudioState): StudioEvent[] =>
    state.sample === null ? [{ type: 'SampleStudioLoaded', data: { seed } }] : [];

/** Records that the sample is removed; a no-op without one. */
export const forgetSample = (state: Pick<StudioState, 'sample'>): StudioEvent[] =>
  state.sample === null ? [] : [{ type: 'SampleStudioRemoved', data: { seed: state.sample } }];

/** What can be restored of a studio: its settings, whether its sample is loaded, what each student's family was told, and which families are not suggested. */
type StudioContent = {
  readonly settings: StudioState['settings'];
  readonly sample: string | null;
  readonly [told: `told ${string}`]: string | undefined;
  readonly [dismissed: `dismissed ${string}`]: true | undefined;
};

const studioContent = ({ settings, sample, told, dismissed }: StudioState): StudioContent => ({
  settings,
  sample,
  ...Object.fromEntries(Object.entries(told).map(([studentId, until]) => [`told ${studentId}`, until])),
  ...Object.fromEntries(dismissed.map((suggestion) => [`dismissed ${suggestion}`, true])),
});

/** Gives families whose moments are in the content those, and takes away those of the others. */
const marksRestored = ({ told }: StudioState, target: StudioContent): StudioEvent[] => {
  const studentIds = new Set([
    ...Object.keys(told),
    ...Object.keys(target).flatMap((name) => name.split('told ')[1] ?? []),
  ]);
  const marks = [...studentIds].flatMap((studentId) => {
    const until = target[`told ${studentId}`];
    return until === told[studentId] ? [] : { studentId, until: until ?? null };
  });
  return marks.length === 0 ? [] : [{ type: 'ToldMarksRestored', data: { marks } }];
};

/** Dismisses and returns suggestions as the content has them. */
const suggestionsRestored = ({ dismissed }: StudioState, target: StudioContent): StudioEvent[] => {
  const then = Object.entries(target).flatMap(([name, is]) => (is === true ? (name.split('dismissed ')[1] ?? []) : []));
  const idsOf = (suggestion: string) => ({ studentIds: suggestion.split(' ') });
  return [
    ...dismissed
      .filter((one) => !then.includes(one))
      .map((one) => ({ type: 'HouseholdSuggestionReturned' as const, data: idsOf(one) })),
    ...then
      .filter((one) => !dismissed.includes(one))
      .map((one) => ({ type: 'HouseholdSuggestionDismissed' as const, data: idsOf(one) })),
  ];
};

/** The fewest events from a studio's content to that of another moment. @throws RuleBroken when it was not open then */
export const restoreStudio = (state: StudioState, target: StudioContent | null): StudioEvent[] => {
  const { settings } = state;
  if (!target?.settings || !settings) throw new RuleBroken('Opening an account cannot be undone.');
  return [
    ...changed(settings, target.settings),
    ...marksRestored(state, target),
    ...suggestionsRestored(state, target),
    ...(target.sample === state.sample || state.sample === null ? [] : forgetSample(state)),
    ...(target.sample === state.sample || target.sample === null
      ? []
      : [{ type: 'SampleStudioLoaded' as const, data: { seed: target.sample } }]),
  ];
};

/** A studio as it can be restored. */
export const restorableStudio: Restorable<typeof studioEvents, StudioState, StudioContent> = {
  aggregate: studioAggregate,
  contentOf: studioContent,
  restoreTo: restoreStudio,
  nameOf: (_, part = '') => {
    if (part.startsWith('told ')) return 'What a family was told';
    return part.startsWith('dismissed ') ? 'The suggestion' : 'The studio';
  },
};

/** The same without its settings and what families were told, which a restore leaves alone. */
export const restorableSample: Restorable<typeof studioEvents, StudioState, Pick<StudioContent, 'sample'>> = {
  aggregate: studioAggregate,
  contentOf: ({ sample }) => ({ sample }),
  nameOf: () => 'The sample studio',
  restoreTo: (state, target) =>
    state.settings ? restoreStudio(state, { ...studioContent(state), sample: target?.sample ?? null }) : [],
};
