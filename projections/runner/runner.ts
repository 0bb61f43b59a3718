import { sql, type Kysely } from 'kysely';
import { keepFollowing, type Problem } from './follow.ts';
import { holdLeases } from './leases.ts';
import type { ReadModel } from './read-model.ts';
import type { RowsAndLog } from './registry.ts';
import type { Position } from './source.ts';
import { ModelProgress, type ModelStatus } from './model-progress.ts';

/** How often a process polls the checkpoints of models that another one follows; notices arrive sooner. */
const lookMilliseconds = 1000;

/** The channels on which processes sharing a database tell each other about their read models. */
export type Notices = {
  /** A process made another generation live or released a parked studio; '' for any model. */
  onLiveChanged(callback: (model: string) => void): void;
  /**
   * The connection to the database broke. If the server crashed, the models' last commits may be lost, since they do not wait
   * for the disk.
   */
  onLost(callback: () => void): void;
  onProgress(callback: (progress: { leaseName: string; schema: string; position: Position }) => void): void;
  announce(progress: { leaseName: string; schema: string; position: Position }): void;
};

export type RunnerOptions = RowsAndLog & {
  readonly models: readonly ReadModel[];
  /** Whether this process may follow models; otherwise it only watches. */
  readonly follows: boolean;
  readonly notices: Notices;
  readonly report: (problem: Problem) => void;
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

/** Two releases running side by side each follow their own version of a model. */
const leaseNameOf = ({ name, version }: ReadModel): string => `${name}_${version}`;

/**
 * Keeps the given read models up to date with the log until stopped: follows those whose lease this process holds, and watches the
 * progress of the others as reported by the process that follows them.
 */
export const startRunner = (options: RunnerOptions): Runner => {
  const { db, source, models, notices } = options;
  const tracked = new Map(models.map((model) => [model.name, new ModelProgress(model, source)]));
  const progressOf = (name: string): ModelProgress => {
    const progress = tracked.get(name);
    if (!progress) throw new Error(`There is no read model ${name}.`);
    return progress;
  };
  const byLease = new Map([...tracked.values()].map((progress) => [leaseNameOf(progress.model), progress]));
  const following = new Map<string, { readonly again: AbortController; readonly done: Promise<void> }>();
  const followed = {
    ...options,
    announce: (model: ReadModel, schema: string, position: Position) =>
      notices.announce({ leaseName: leaseNameOf(model), schema, position }),
  };

  const begin = (leaseName: string): void => {
    const progress = byLease.get(leaseName);
    if (!progress || stopped) return;
    const before = following.get(leaseName);
    const again = new AbortController();
    const done = (before?.done ?? Promise.resolve()).then(() => keepFollowing(followed, progress, again.signal));
    following.set(leaseName, { again, done });
  };
  const end = (leaseName: string): void => following.get(leaseName)?.again.abort();
  const isFollowed = (leaseName: string): boolean => following.get(leaseName)?.again.signal.aborted === false;
  let stopped = false;
  const leases = options.follows
    ? holdLeases(db, [...byLease.keys()], (name, isHeld) => (isHeld ? begin(name) : end(name)))
    : undefined;

  notices.onLiveChanged((name) => {
    for (const [leaseName, { model }] of byLease) {
      if (name !== '' && model.name !== name) continue;
      if (isFollowed(leaseName)) {
        end(leaseName);
        begin(leaseName);
      }
    }
    void lookQuietly();
  });
  notices.onLost(() => {
    for (const [leaseName, progress] of byLease) {
      progress.doubt();
      if (!isFollowed(leaseName)) continue;
      end(leaseName);
      begin(leaseName);
    }
  });
  notices.onProgress(({ leaseName, schema, position }) => {
    if (!isFollowed(leaseName)) byLease.get(leaseName)?.saw(schema, position);
  });

  /** Reads the progress of the models that another process follows from the registry. */
  const look = async (): Promise<void> => {
    const watched = [...byLease].filter(([leaseName]) => !isFollowed(leaseName)).map(([, progress]) => progress);
    if (watched.length === 0 || stopped) return;
    const live = await liveOnes(db);
    for (const progress of watched) {
      const { model } = progress;
      const found = live.find(({ name, version }) => name === model.name && version === model.version);
      if (!found || isFollowed(leaseNameOf(model))) continue;
      progress.learn({ state: 'live', parked: found.parked, lastError: null });
      if (found.position === null) progress.learn({ schema: found.schema });
      else progress.saw(found.schema, found.position);
    }
  };
  const lookQuietly = (): Promise<void> =>
    look().catch((error: unknown) =>
      options.report({ model: 'all', error: new Error('The registry is unavailable.', { cause: error }) }),
    );
  const looking = setInterval(() => void lookQuietly(), lookMilliseconds);
  void lookQuietly();

  return {
    schemaOf: (name) => progressOf(name).schema,
    waitFor: async ({ models: names, category, position, milliseconds }) => {
      const concerned = names
        .map(progressOf)
        .filter(({ model }) => category === undefined || model.categories.includes(category));
      const done = await Promise.all(concerned.map((progress) => progress.wait(position, milliseconds)));
      return done.every(Boolean);
    },
    status: () => [...tracked.values()].map((progress) => progress.status()),
    stop: async () => {
      stopped = true;
      clearInterval(looking);
      for (const leaseName of following.keys()) end(leaseName);
      await Promise.all([...following.values()].map(({ done }) => done));
      await leases?.stop();
    },
  };
};

type LiveOne = { name: string; version: number; schema: string; position: Position | null; parked: number };

const liveOnes = async (db: Kysely<unknown>): Promise<LiveOne[]> => {
  const found = await sql<LiveOne>`
    select m.model as name, m.version, m.schema_name as schema, m.position,
           (select count(*)::int from projections.parked_studios p where p.schema_name = m.schema_name) as parked
      from projections.read_models m where m.state = 'live'`.execute(db);
  return found.rows;
};
