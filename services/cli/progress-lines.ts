import type { Progress } from '../log-move/progress.ts';

/** How often a line is written where lines cannot be overwritten. */
const lineMilliseconds = 5000;
/** How often the line of a terminal changes. */
const terminalMilliseconds = 200;

const duration = (seconds: number): string =>
  seconds < 60
    ? `${Math.max(1, Math.round(seconds))} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/**
 * Writes progress as one changing line on a terminal, and as a line every few seconds elsewhere.
 * @param now milliseconds of any clock that only goes forward
 */
export const progressLines = (output: {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  readonly now: () => number;
}): Progress & { readonly end: () => void } => {
  const { isTerminal, write, now } = output;
  let step: { what: string; began: number; share: number; events: number } | undefined;
  let written = Number.NEGATIVE_INFINITY;
  let open = false;

  const clear = (): void => {
    if (open) write('\r\u001B[K');
    open = false;
  };

  return {
    say: (line) => {
      clear();
      step = undefined;
      written = Number.NEGATIVE_INFINITY;
      write(`${line}\n`);
    },
    reached: (what, share, events) => {
      const at = now();
      if (step?.what !== what) {
        step = { what, began: at, share, events };
        written = isTerminal ? Number.NEGATIVE_INFINITY : at;
      }
      if (at - written < (isTerminal ? terminalMilliseconds : lineMilliseconds)) return;
      written = at;
      const seconds = (at - step.began) / 1000;
      const rate = seconds > 0 ? (events - step.events) / seconds : 0;
      const left = share > step.share ? (seconds * (1 - share)) / (share - step.share) : null;
      const line = [
        `${what} ${events} events`,
        `${Math.floor(share * 100)} %`,
        ...(rate > 0 ? [`${Math.round(rate)} a second`] : []),
        ...(left === null ? [] : [`about ${duration(left)} left`]),
      ].join(', ');
      write(isTerminal ? `\r\u001B[K${line}` : `${line}\n`);
      open = isTerminal;
    },
    end: clear,
  };
};
