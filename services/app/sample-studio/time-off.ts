import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { ClosureTerms, Term, TimeoffEvent } from '@rondo/contracts/events/schedule/timeoff.ts';
import { policyTerms } from '@rondo/contracts/policy/policy.ts';
import { firstSampleDay } from '../../domain/billing/sample-invoices.ts';
import { enterPolicy, standingPolicies } from '../../domain/schedule/time-off/policy.ts';
import {
  enterClosures,
  restorableTimeoff,
  timeoffStream,
  type Clock,
  type TimeoffState,
} from '../../domain/schedule/time-off/state.ts';
import { enterTerm } from '../../domain/schedule/time-off/terms.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';

// When the teachers of the sample studio do not teach, and what it has agreed with its families.

type Sample = {
  readonly seed: string;
  readonly clock: Clock;
  readonly teacherIds: { readonly sick: string; readonly all: readonly string[] };
};

const policy = policyTerms.parse({
  tiers: [
    { hours: 48, outcome: { owed: true } },
    { hours: 24, outcome: { charge: 50 } },
  ],
});

const idsOf = (seed: string) => ({
  policyId: derivedId(seed, 'policy'),
  termId: derivedId(seed, 'term'),
  past: derivedId(seed, 'past closure'),
  ahead: derivedId(seed, 'closure ahead'),
});

/** The part of the school year that a day lies in. */
const termAround = (day: IsoDate): Term => {
  const year = day.slice(0, 4);
  const parts = [
    { name: `Spring ${year}`, from: `${year}-01-01`, to: `${year}-05-31` },
    { name: `Summer ${year}`, from: `${year}-06-01`, to: `${year}-08-14` },
  ];
  return parts.find(({ to }) => day <= to) ?? { name: `Fall ${year}`, from: `${year}-08-15`, to: `${year}-12-31` };
};

const wholeDays = { fromTime: null, toTime: null, money: 'refund', uid: null, owedDays: null } as const;

const closuresOf = ({ seed, clock, teacherIds }: Sample) => {
  const monday = mondayOf(clock.today);
  const sickOn = addDays(monday, -11);
  const sick: ClosureTerms = {
    ...wholeDays,
    from: sickOn,
    to: sickOn,
    teacherIds: [teacherIds.sick],
    kind: 'sick',
    reason: null,
  };
  const weekend: ClosureTerms = {
    ...wholeDays,
    from: addDays(monday, 38),
    to: addDays(monday, 41),
    teacherIds: [...teacherIds.all],
    kind: 'holiday',
    reason: 'Long weekend',
  };
  const ids = idsOf(seed);
  return {
    past: {
      at: { today: sickOn, minute: toMinutes('08:00') },
      entering: [{ closureId: ids.past, terms: sick, lessons: 2 }],
    },
    ahead: { at: clock, entering: [{ closureId: ids.ahead, terms: weekend, lessons: 0 }] },
  };
};

/** Enters what the studio has not entered itself: its own policy and terms stay as they are. */
const entered =
  (sample: Sample) =>
  (state: TimeoffState): TimeoffEvent[] => {
    const { policyId, termId } = idsOf(sample.seed);
    const { today } = sample.clock;
    const { past, ahead } = closuresOf(sample);
    const from = firstSampleDay(today);
    const term = termAround(today);
    const isAgreed = standingPolicies([...state.policies.values()]).length > 0;
    const hasTerm = [...state.terms.values()].some((one) => one.from <= term.to && term.from <= one.to);
    return [
      ...(isAgreed ? [] : enterPolicy({ policyId, from, terms: policy }, { today: from })(state)),
      ...(hasTerm ? [] : enterTerm(termId, term)(state)),
      ...enterClosures(past.entering, past.at)(state),
      ...enterClosures(ahead.entering, ahead.at)(state),
    ];
  };

export const makeSampleTimeOff = (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  sample: Sample,
): Promise<Executed<EventCategory>> =>
  handlers.timeoff.execute(timeoffStream(context.studioId), context, {
    input: 'sample time off',
    decide: entered(sample),
  });

/** Takes away what a load entered, also the policy that is in force. */
export const removeSampleTimeOff = (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  { seed, clock }: Pick<Sample, 'seed' | 'clock'>,
): Promise<Executed<EventCategory>> => {
  const going = new Set(Object.values(idsOf(seed)));
  return handlers.timeoff.execute(timeoffStream(context.studioId), context, {
    input: 'sample time off',
    decide: (state) => {
      const standing = Object.entries(restorableTimeoff.contentOf(state) ?? {});
      const left = Object.fromEntries(standing.filter(([id]) => !going.has(id)));
      return [...restorableTimeoff.restoreTo(state, left, clock)];
    },
  });
};
