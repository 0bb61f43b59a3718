import type { Availability } from '@rondo/contracts/api/people/availability.ts';
import { addDays, nextMonday, shortDayName, weekOrder, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { firstDayUntouched } from '@rondo/contracts/lessons/moves-curve.ts';
import { moveTolerances, type MoveTolerance } from '@rondo/contracts/lessons/move-tolerance.ts';
import { useState, type ReactNode } from 'react';
import { counted } from '../../../lib/texts.ts';
import { waitingPlanOf } from '../../../lib/waiting-plan.ts';
import { RadioList, Segments, type RadioOption } from '../../../ui/fields/choice.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { byName } from '../../../lib/people.ts';
import { usualFirstDay, type Candidate, type FirstDayFacts } from '../model/checklist.ts';
import { settingsQuery } from '../../../api/settings.ts';
import type { StartGrid } from '../commands.ts';
import { earlyLessons, pointFor, toleranceText } from '../moves/curve.ts';
import { MovesChoice, type Moves } from '../moves/MovesChoice.tsx';
import type { FamiliesThatMove } from '../moves/use-moves.ts';
import type { Generating } from '../queries.ts';
import { useQuery } from '@tanstack/react-query';
import { Teachers, Together } from './Teachers.tsx';
import { Warnings } from './Warnings.tsx';

/** The days on which a teacher works: "Mon – Sat", "Tue, Thu – Fri", "no hours yet". */
export const teacherDays = (availability: readonly Availability[]): string => {
  const taught = weekOrder.map((day) => availability.some(({ dayOfWeek, enabled }) => enabled && dayOfWeek === day));
  const runs: number[][] = [];
  for (const [i, open] of taught.entries()) {
    if (!open) continue;
    const last = runs.at(-1);
    if (last?.at(-1) === i - 1) last.push(i);
    else runs.push([i]);
  }
  const name = (i: number | undefined): string => shortDayName(weekOrder[i ?? 0] ?? 1);
  const ranges = runs.map((run) => {
    if (run.length === 1) return name(run[0]);
    return run.length === 2 ? `${name(run[0])}, ${name(run[1])}` : `${name(run[0])} – ${name(run.at(-1))}`;
  });
  return ranges.join(', ') || 'no hours yet';
};

const monthAndDay = (date: IsoDate): string => longDate(date).split(', ')[1] ?? date;

/** The dates that the dialog offers as a plan's first day; of a closed one it says when the first lessons are. */
const firstDays = (today: IsoDate, moves: boolean, closedDays: FirstDayFacts['closedDays']): RadioOption<IsoDate>[] => {
  const closed = (day: IsoDate): string | undefined => closedDays.find(({ date }) => date === day)?.text;
  return [
    {
      value: nextMonday(today),
      label: `Next Monday, ${monthAndDay(nextMonday(today))}`,
      detail: closed(nextMonday(today)) ?? 'This week does not change',
    },
    {
      value: today,
      label: `Today, ${monthAndDay(today)}`,
      detail: closed(today) ?? (moves ? 'Lessons may move this week' : 'Lessons start this week'),
    },
  ];
};

/** The same where only some families may move: the next seven days stay as they are, or not. @param early the lessons that the earlier day moves, if known */
const firstDaysOfMoves = (
  today: IsoDate,
  early: ((day: IsoDate) => number) | null,
  closedDays: FirstDayFacts['closedDays'],
): RadioOption<IsoDate>[] => {
  const late = firstDayUntouched(today);
  const monday = nextMonday(today);
  const soon = monday === late ? today : monday;
  const closed = (day: IsoDate): string | undefined => closedDays.find(({ date }) => date === day)?.text;
  const word = soon === today ? 'Today' : soon === addDays(today, 1) ? 'Tomorrow' : 'Next Monday';
  const moved = early?.(soon);
  const stay = 'The next 7 days stay as they are';
  const moves =
    moved === undefined
      ? 'May move lessons of the next 7 days'
      : moved === 0
        ? stay
        : `Moves ${counted(moved, 'lesson')} of the next 7 days`;
  return [
    { value: late, label: `Monday, ${monthAndDay(late)}`, detail: closed(late) ?? stay },
    { value: soon, label: `${word}, ${monthAndDay(soon)}`, detail: closed(soon) ?? moves },
  ];
};

const mostMinutes = 600;

/** Parses minutes: null for empty input, undefined for invalid input. */
export const worthOf = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null;
  const minutes = Number(typed);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes ? minutes : undefined;
};

/** Those of the settings. */
const startGrids = [1, 5, 10, 15] as const satisfies readonly StartGrid[];
const usualGrids: readonly StartGrid[] = [5, 15];

/** On which minutes lessons may start: families expect quarter hours, and every five minutes more of them find a time. */
const Starts = (props: { readonly chosen: StartGrid | undefined; readonly onChoose: (minutes: StartGrid) => void }) => {
  const usual = useQuery(settingsQuery).data?.startGrid ?? 5;
  const options = [...new Set<number>([usual, ...usualGrids])]
    .toSorted((a, b) => a - b)
    .flatMap((minutes) => startGrids.find((grid) => grid === minutes) ?? [])
    .map((minutes) => ({ value: minutes, label: `Every ${minutes} min` }));
  const value = props.chosen ?? startGrids.find((minutes) => minutes === usual) ?? 5;
  return <Segments label="Lessons start" value={value} options={options} onChange={props.onChoose} />;
};

/** For teachers who would rather drive less than teach every student. */
const LessonWorth = (props: { readonly typed: string; readonly onType: (typed: string) => void }) => (
  <details>
    <summary className="w-fit cursor-pointer py-1 font-strong">Advanced</summary>
    <div className="mt-2">
      <TextField
        label="Longest extra drive per lesson"
        inputMode="numeric"
        placeholder="Any"
        value={props.typed}
        onChange={(event) => props.onType(event.target.value)}
        hint="Minutes a week. Leave it empty to place as many students as possible. Students whose lesson adds more driving are left out, and the report says so."
        {...(worthOf(props.typed) === undefined
          ? { error: `Enter whole minutes from 1 to ${mostMinutes}, or leave it empty.` }
          : {})}
      />
    </div>
  </details>
);

/** The students of some teachers, each once, by name. */
const candidatesOfAll = (data: Generating, teacherIds: readonly string[]): Candidate[] => {
  const [only] = teacherIds;
  if (only !== undefined && teacherIds.length === 1) return data.candidatesFor(only);
  const byId = new Map(teacherIds.flatMap((id) => data.candidatesFor(id)).map((one) => [one.student.id, one]));
  return [...byId.values()].toSorted((a, b) => byName(a.student, b.student));
};

const withoutManual = (data: Generating, teacherIds: readonly string[]): ReadonlySet<string> =>
  new Set(
    candidatesOfAll(data, teacherIds)
      .filter(({ manual }) => !manual)
      .map(({ student }) => student.id),
  );

const factsOfAll = (data: Generating, teacherIds: readonly string[]): FirstDayFacts => {
  const all = teacherIds.map((id) => data.firstDayFor(id));
  return {
    dayIsOver: all.some(({ dayIsOver }) => dayIsOver),
    acceptedStudentIds: [...new Set(all.flatMap(({ acceptedStudentIds }) => acceptedStudentIds))],
    closedDays: all[0]?.closedDays ?? [],
  };
};

/** What the user selects, and what follows from it. @param named the teacher whose week another screen asks for */
export const useChoices = (data: Generating, today: IsoDate, named: string | null) => {
  const [teacherIds, setTeacherIds] = useState<readonly string[]>(() =>
    [data.teachers.find(({ id }) => id === named) ?? data.teachers[0]].flatMap((teacher) => teacher?.id ?? []),
  );
  const [ids, setIds] = useState(() => withoutManual(data, teacherIds));
  const [wantsTogether, setTogether] = useState(false);
  const [mostChanges, setMostChanges] = useState(0);
  const [chosenDay, setChosenDay] = useState<IsoDate | null>(null);
  const [wantedMoves, setWantedMoves] = useState<Moves>('any');
  const [tolerance, setTolerance] = useState<MoveTolerance>(0);
  const candidates = candidatesOfAll(data, teacherIds);
  const selected = candidates.filter(({ student }) => ids.has(student.id));
  const facts = factsOfAll(data, teacherIds);
  // Without a lesson that could move there is nothing to choose.
  const movesLessons = selected.some(({ student }) => facts.acceptedStudentIds.includes(student.id));
  const isOnePlan = teacherIds.length === 1 || (wantsTogether && teacherIds.length > 1);
  const moves = movesLessons && isOnePlan ? wantedMoves : 'any';
  const usual = moves === 'any' ? usualFirstDay(selected, facts, today) : firstDayUntouched(today);
  return {
    teachers: data.teachers.filter(({ id }) => teacherIds.includes(id)),
    together: wantsTogether && teacherIds.length > 1 ? { mostChanges } : undefined,
    setTogether,
    mostChanges,
    setMostChanges,
    candidates,
    ids,
    selected,
    startsOn: chosenDay ?? usual,
    closedDays: facts.closedDays,
    movesLessons,
    isOnePlan,
    moves,
    tolerance,
    setTolerance,
    chooseMoves: (next: Moves): void => {
      setWantedMoves(next);
      // The days to choose from are others.
      if ((next === 'any') !== (moves === 'any')) setChosenDay(null);
    },
    choose: (chosen: readonly string[]): void => {
      setTeacherIds(chosen);
      setIds(withoutManual(data, chosen));
    },
    select: setIds,
    startOn: setChosenDay,
  };
};

const Legend = ({ word, children }: { readonly word: string; readonly children: ReactNode }) => (
  <div>
    <p aria-hidden className="mb-2 font-strong">
      {word}
    </p>
    {children}
  </div>
);

/** What a run is for: the teachers, the first day and the longest drive, with what the user should know before it. */
export const RunOptions = (props: {
  readonly data: Generating;
  readonly choices: ReturnType<typeof useChoices>;
  readonly today: IsoDate;
  /** The longest extra drive, as typed. */
  readonly worth: string;
  readonly onWorth: (worth: string) => void;
  /** Absent: as in the settings. */
  readonly startGrid: StartGrid | undefined;
  readonly onStartGrid: (minutes: StartGrid) => void;
  readonly families: FamiliesThatMove;
}) => {
  const { data, choices, today, worth, onWorth, startGrid, onStartGrid, families } = props;
  const { teachers, selected, startsOn } = choices;
  const point = families.curve && families.most !== null ? pointFor(families.curve, families.most) : undefined;
  return (
    <div className="flex flex-col gap-5 overflow-auto border-line bg-paper px-6 py-5 [--color-card:var(--color-raised)] max-desk:border-b max-desk:px-4 max-desk:py-4 desk:border-r">
      <Legend word={data.teachers.length > 1 ? 'Teachers' : 'Teacher'}>
        <Teachers
          teachers={data.teachers.map(({ id, name, availability }) => ({
            id,
            name,
            detail: `${counted(data.candidatesFor(id).length, 'student')}, ${teacherDays(availability)}`,
          }))}
          chosen={teachers.map(({ id }) => id)}
          onChoose={choices.choose}
        />
      </Legend>
      {teachers.length > 1 && (
        <Together
          on={choices.together !== undefined}
          onChange={choices.setTogether}
          names={teachers.map(({ name }) => name)}
          mostChanges={choices.mostChanges}
          onMostChanges={choices.setMostChanges}
        />
      )}
      <Legend word="First day of the plan">
        <RadioList
          label="First day of the plan"
          value={startsOn}
          onChange={choices.startOn}
          options={
            choices.moves === 'any'
              ? firstDays(today, choices.movesLessons, choices.closedDays)
              : firstDaysOfMoves(today, point ? (day) => earlyLessons(point, day, today) : null, choices.closedDays)
          }
        />
      </Legend>
      {choices.movesLessons && choices.isOnePlan && (
        <Legend word="How many families may move?">
          <MovesChoice
            value={choices.moves}
            onChange={choices.chooseMoves}
            most={families.most}
            onMost={families.chooseMost}
          />
        </Legend>
      )}
      {choices.moves !== 'any' && (
        <Segments
          label="A lesson keeps its time"
          value={choices.tolerance}
          options={moveTolerances.map((minutes) => ({ value: minutes, label: toleranceText(minutes) }))}
          onChange={choices.setTolerance}
        />
      )}
      <Starts chosen={startGrid} onChoose={onStartGrid} />
      {choices.moves === 'any' && <LessonWorth typed={worth} onType={onWorth} />}
      <div className="mt-auto">
        <Warnings
          selected={selected}
          unassigned={data.unassigned}
          startsOn={startsOn}
          most={choices.moves === 'any' ? null : families.most}
          onLeaveOut={(left) => choices.select(new Set([...choices.ids].filter((id) => !left.includes(id))))}
          planWaits={teachers.some(({ id }) => waitingPlanOf(id, data.reports) !== undefined)}
        />
      </div>
    </div>
  );
};
