import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing, isStale } from '../../api/call-failed.ts';
import type { CatchingUp, Done } from '../../api/client.ts';
import { confirm } from '../../ui/overlays/confirm.ts';
import { toast, type Toast } from '../../ui/overlays/toast.tsx';
import type { Rows } from '../days/optimistic.ts';
import {
  checkTime,
  conflictsOf,
  withAlternatives,
  type Conflict,
  type ConflictEvent,
  type EntryRequest,
  type Slot,
} from './conflict.ts';
import { failureToast, sendLessonCommand, useLessonCommand, type LessonCommand } from './use-lesson-command.ts';

/** The row that resulted from a change; only its id if the read models lag behind. */
export type LessonAnswer = Lesson | CatchingUp;

/** How a lesson gets its time: if that is free, at a free time that was offered instead, or although it is taken. */
export type How =
  | { readonly kind: 'ifFree' }
  | { readonly kind: 'alternative'; readonly slot: Slot }
  | { readonly kind: 'override' };

const ifFree: How = { kind: 'ifFree' };

/** A change that gives a lesson a time: adding it, editing it, moving it or restoring it. */
export type TimedWrite = {
  /** What the conflict and suggestion calls get. */
  readonly request: EntryRequest;
  /** "Ben Ito, Tue, Nov 24, 3:00 – 3:45 PM". */
  readonly label: string;
  readonly send: (how: How) => Promise<Done<LessonAnswer>>;
  /** What the lists show until the server answers. */
  readonly optimistic?: (rows: Rows, how: How) => Rows;
  readonly success: (how: How) => Toast;
  readonly failure: (how: How, error: Error) => string;
  /** Asked before writing if its time was taken, but is free again. */
  readonly question: { readonly title: string; readonly confirm: string };
  /** Asked before it is sent: it moves a pinned lesson. */
  readonly ofPinned?: (how: How) => string;
  /** The label of the button that writes although the time is taken, if it is not the usual one. */
  readonly override?: string;
};

/** The field of a write that is rejected if its time is taken. */
export const ifFreeUnless = (how: How): { readonly ifFree?: true } => (how.kind === 'override' ? {} : { ifFree: true });

/** The title of a success toast; `own`: if there was no conflict. */
export const titleFor = (how: How, own: string): string =>
  ({ ifFree: own, alternative: 'Alternative scheduled', override: 'Conflict overridden' })[how.kind];

/** The sentence of an error toast, likewise. */
export const sentenceFor = (how: How, own: string): string =>
  ({
    ifFree: own,
    alternative: 'Failed to schedule alternative time slot.',
    override: 'Failed to override conflict.',
  })[how.kind];

type Attempt = {
  readonly write: TimedWrite;
  readonly how: How;
  readonly onConflict: (events: readonly ConflictEvent[]) => void;
  /** True if the error is shown elsewhere, so that no toast is needed. */
  readonly isShown?: (error: Error) => boolean;
};

const timedCommand: LessonCommand<Attempt, LessonAnswer> = {
  run: ({ write, how }) => write.send(how),
  optimistic: (rows, { write, how }) => write.optimistic?.(rows, how) ?? rows,
  success: ({ write, how }) => write.success(how),
  failed: (error, { write, how, onConflict, isShown }) => {
    const events = conflictsOf(error);
    if (!events) return isShown?.(error) === true ? null : failureToast(error, write.failure(how, error));
    onConflict(events);
    return null;
  },
};

/** Writes at once if the time is free, without a component that waits for it. */
export const sendIfFree = (write: TimedWrite, onConflict: () => void): Promise<void> =>
  sendLessonCommand(timedCommand, { write, how: ifFree, onConflict }, write.request.id ?? '');

const loadConflict = async ({ request }: TimedWrite, known?: readonly ConflictEvent[]): Promise<Conflict> => {
  const { events, outside } = await checkTime(request);
  return withAlternatives({ events: known ?? events, outside }, request);
};

type Collision = { readonly write: TimedWrite; readonly conflict: Conflict };

type TimedWriteOptions = {
  readonly onDone?: () => void;
  /** What to do about a taken time. By default `collision` has it, for the ConflictDialog. */
  readonly onConflict?: () => void;
  /** Shows an error where the lesson is edited. */
  readonly onError?: (error: Error) => void;
  /** A write whose time was taken before, as a URL names it. */
  readonly failedBefore?: TimedWrite;
  readonly onLeave?: () => void;
};

/** Asks before a pinned lesson moves. */
const agreedTo = (text: string): Promise<boolean> =>
  new Promise((resolve) =>
    confirm({
      title: 'Move Pinned Lesson?',
      text,
      action: 'Move',
      run: () => resolve(true),
      onClose: () => resolve(false),
    }),
  );

export type TimedWriting = {
  /** Sends a write, if its time is free unless `how` says otherwise; false if it was not carried out. */
  readonly send: (write: TimedWrite, how?: How) => Promise<boolean>;
  readonly isPending: boolean;
  readonly collision: Collision | null;
  readonly leave: () => void;
};

export const justTaken: Toast = {
  title: 'That time was just taken.',
  description: 'Please choose another one.',
  tone: 'destructive',
};

/** Writes lessons at times, and asks what to do where a time is taken. Every screen that gives a lesson a time does so by this. */
export const useTimedWrite = (options: TimedWriteOptions): TimedWriting => {
  const { onDone, onConflict, onError, failedBefore, onLeave } = options;
  const [found, setFound] = useState<Collision | null>(null);
  const [isPending, setPending] = useState(false);
  const command = useLessonCommand(timedCommand);
  const before = useQuery({
    queryKey: ['POST /api/lessons/check-conflicts', 'before', failedBefore?.request] as const,
    queryFn: () => (failedBefore ? loadConflict(failedBefore) : null),
    enabled: failedBefore !== undefined,
    staleTime: 0,
    gcTime: 0,
  });

  const solve = async (write: TimedWrite, how: How, events: readonly ConflictEvent[]): Promise<void> => {
    if (onConflict) return onConflict();
    // The dialog is open already: what it offers is loaded again.
    if (how.kind === 'alternative') toast(justTaken);
    setFound({ write, conflict: await loadConflict(write, how.kind === 'alternative' ? undefined : events) });
  };

  const send = async (write: TimedWrite, how: How = ifFree): Promise<boolean> => {
    if (write.ofPinned && how.kind !== 'override' && !(await agreedTo(write.ofPinned(how)))) return false;
    const met: { events?: readonly ConflictEvent[] } = {};
    setPending(true);
    try {
      const done = await command.send({
        write,
        how,
        onConflict: (events) => {
          met.events = events;
        },
        ...(onError && {
          isShown: (error) => {
            setFound(null);
            onError(error);
            return isStale(error) || isMissing(error);
          },
        }),
      });
      if (met.events) await solve(write, how, met.events);
      else if (done && onDone) onDone();
      else if (done) setFound(null);
      return done !== null;
    } finally {
      setPending(false);
    }
  };
  return {
    send,
    isPending,
    collision: found ?? (failedBefore && before.data ? { write: failedBefore, conflict: before.data } : null),
    leave: () => {
      setFound(null);
      onLeave?.();
    },
  };
};
