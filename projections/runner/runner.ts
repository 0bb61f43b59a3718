import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { applyBatch, CheckpointMoved, type Parked } from './apply.ts';
import { createGeneration, exclusions, findBuilding, goLive, liveGeneration, type Generation } from './catalogue.ts';
import { KnownRows } from './fold.ts';
import { prefixesOf, type ReadModel } from './read-model.ts';
import type { Delivery, EventSource, Position } from './source.ts';

/** A studio parked is one studio's trouble; three are the model's. */
const parkedStudiosThatStop = 3;
/** How often a checkpoint is written when nothing for the model came by. */
const idleCheckpointMilliseconds = 5000;

export type RunnerParts = {
  readonly db: Kysely<unknown>;
  readonly source: EventSource;
  readonly models: readonly ReadModel[];
  /** Calls back whenever some process made another generation live. */
  readonly onLiveChanged: (callback: (model: string) => void) => void;
  readonly report: (problem: { model: string; error: unknown; parked?: Parked }) => void;
};

type ModelStatus = {
  readonly model: string;
  readonly state: 'starting' | 'building' | 'live' | 'stopped';
  readonly position: Position | null;
  readonly parked: number;
  readonly lastError: string | null;
};

export type Runner = {
  /** The schema to read a model from. @throws ModelNotReady */
  schemaOf(model: string): string;
  /** Resolves true when every named model (that follows the category, where one is given) has handled the position, false after `milliseconds`. */
  waitFor(wait: {
    models: readonly string[];
    category?: string;
    position: Position;
    milliseconds: number;
  }): Promise<boolean>;
  status(): ModelStatus[];
  stop(): Promise<void>;
};

export class ModelNotReady extends Error {}

type Follower = {
  readonly model: ReadModel;
  state: ModelStatus['state'];
  generation: Generation | undefined;
  /** How far the log was read for it, written or not. */
  seen: Position | null;
  parked: Set<string>;
  erased: Set<string>;
  known: KnownRows;
  lastError: string | null;
  /** Ends the present subscription so that the follower begins anew. */
  again: AbortController;
  waiters: Set<{ position: Position; resolve: () => void }>;
};

/** Keeps the given read models up with the log until stopped. */
export const startRunner = (parts: RunnerParts): Runner => {
  const { db, source, report } = parts;
  const stopping = new AbortController();
  const followers = new Map(parts.models.map((model) => [model.name, newFollower(model)]));

  parts.onLiveChanged((name) => {
    for (const follower of followers.values()) if (name === '' || follower.model.name === name) follower.again.abort();
  });

  const reached = (follower: Follower, position: Position): void => {
    follower.seen = position;
    for (const waiter of follower.waiters) {
      if (source.compare(position, waiter.position) < 0) continue;
      follower.waiters.delete(waiter);
      waiter.resolve();
    }
  };

  const handle = async (
    follower: Follower,
    generation: Generation,
    delivery: Delivery,
    lastWrite: number,
  ): Promise<Generation> => {
    const due = performance.now() - lastWrite > idleCheckpointMilliseconds;
    const evenIfEmpty = due && delivery.upTo !== generation.position;
    if (delivery.events.length === 0 && !evenIfEmpty) return generation;
    const batch = { ...delivery, after: generation.position, evenIfEmpty };
    const applied = await applyBatch(db, follower.model, generation, batch, follower, follower.known);
    for (const studioId of applied.erased) follower.erased.add(studioId);
    for (const parked of applied.parked) {
      follower.parked.add(parked.studioId);
      report({ model: follower.model.name, error: parked.error, parked });
    }
    return applied.written ? { ...generation, position: delivery.upTo } : generation;
  };

  const follow = async (follower: Follower): Promise<void> => {
    const { model } = follower;
    const live = await liveGeneration(db, model);
    let generation = live ?? (await findBuilding(db, model)) ?? (await createGeneration(db, model, 'building'));
    const { erased, parked } = await exclusions(db, generation);
    Object.assign(follower, { erased, parked, generation, known: new KnownRows(), state: live ? 'live' : 'building' });
    let lastWrite = 0;
    const signal = AbortSignal.any([stopping.signal, follower.again.signal]);
    for await (const delivery of source.subscribe({
      after: generation.position,
      prefixes: prefixesOf(model),
      signal,
    })) {
      const before = generation;
      generation = await handle(follower, generation, delivery, lastWrite);
      if (generation !== before) lastWrite = performance.now();
      if (follower.state === 'building' && delivery.caughtUp) {
        await goLive(db, model, generation);
        follower.state = 'live';
      }
      follower.generation = generation;
      follower.lastError = null;
      reached(follower, delivery.upTo);
      if (follower.parked.size >= parkedStudiosThatStop) {
        follower.state = 'stopped';
        follower.lastError = `${follower.parked.size} studios are parked.`;
        return;
      }
    }
  };

  const keepFollowing = async (follower: Follower): Promise<void> => {
    let wait = 100;
    while (!stopping.signal.aborted && follower.state !== 'stopped') {
      follower.again = new AbortController();
      try {
        await follow(follower);
        wait = 100;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!(error instanceof CheckpointMoved)) {
          follower.lastError = error instanceof Error ? error.message : String(error);
          report({ model: follower.model.name, error });
        }
        await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
        wait = Math.min(wait * 2, 5000);
      }
    }
  };

  const running = [...followers.values()].map(keepFollowing);

  const waitForOne = async (follower: Follower, position: Position, milliseconds: number): Promise<boolean> => {
    if (follower.parked.size > 0 && follower.state === 'stopped') return true;
    if (follower.seen !== null && source.compare(follower.seen, position) >= 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { position, resolve: () => resolve(true) };
    follower.waiters.add(waiter);
    const timer = setTimeout(() => {
      follower.waiters.delete(waiter);
      resolve(false);
    }, milliseconds);
    const done = await promise;
    clearTimeout(timer);
    return done;
  };

  return {
    schemaOf: (name) => {
      const follower = followers.get(name);
      if (!follower?.generation || follower.state === 'starting' || follower.state === 'building')
        throw new ModelNotReady(`The read model ${name} is still being built.`);
      return follower.generation.schema;
    },
    waitFor: async ({ models, category, position, milliseconds }) => {
      const concerned = models
        .map((name) => followers.get(name))
        .filter((follower) => follower !== undefined)
        .filter(({ model }) => category === undefined || model.categories.includes(category));
      const done = await Promise.all(concerned.map((follower) => waitForOne(follower, position, milliseconds)));
      return done.every(Boolean);
    },
    status: () =>
      [...followers.values()].map(({ model, state, seen, parked, lastError }) => ({
        model: model.name,
        state,
        position: seen,
        parked: parked.size,
        lastError,
      })),
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};

const newFollower = (model: ReadModel): Follower => ({
  model,
  state: 'starting',
  generation: undefined,
  seen: null,
  parked: new Set(),
  erased: new Set(),
  known: new KnownRows(),
  lastError: null,
  again: new AbortController(),
  waiters: new Set(),
});
