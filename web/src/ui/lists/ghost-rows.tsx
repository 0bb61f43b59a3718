import { weekOrder } from '@rondo/contracts/calendar/dates.ts';

/** Seven columns, each with an interval or none: top and height in percent. */
const weeks = [
  [[20, 35], null, [30, 30], null, [20, 25], null, null],
  [null, [45, 30], null, [45, 45], null, null, null],
  [null, null, [55, 40], null, [35, 25], [5, 30], null],
] as const;

/** A preview of a list that is still empty; decorative. */
export const GhostRows = ({ names }: { readonly names: readonly string[] }) => (
  <div className="absolute inset-x-8 inset-y-0 grid content-center gap-2">
    {names.map((name, row) => (
      <div
        key={name}
        className="flex h-14 items-center justify-between gap-4 rounded-control border border-dashed border-control px-4"
      >
        <span className="font-strong text-ink-3">{name}</span>
        <span className="grid h-8 w-32 shrink-0 grid-cols-7 gap-[3px]">
          {weekOrder.map((day, column) => {
            const time = (weeks[row] ?? weeks[0])[column];
            return (
              <span key={day} className="relative overflow-hidden rounded-[2px] bg-line-soft">
                {time && (
                  <i
                    className="absolute inset-x-[20%] rounded-[1px] bg-control/60"
                    style={{ top: `${time[0]}%`, height: `${time[1]}%` }}
                  />
                )}
              </span>
            );
          })}
        </span>
      </div>
    ))}
  </div>
);
