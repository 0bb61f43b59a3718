import { TextField } from '../../../ui/fields/field.tsx';

const mostMinutes = 600;

/** Parses minutes: null for empty input, undefined for invalid input. */
export const worthOf = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null;
  const minutes = Number(typed);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= mostMinutes ? minutes : undefined;
};

/** For teachers who would rather drive less than teach every student. */
export const LessonWorth = (props: { readonly typed: string; readonly onType: (typed: string) => void }) => (
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
