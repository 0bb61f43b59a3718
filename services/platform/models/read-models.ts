import type { ReactorName, ReadModelName, WaitingEndpoint, UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { LiveRows } from '@rondo/projections/runner/read-model.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type { Kysely } from 'kysely';

declare module '../kit/services.ts' {
  interface Services {
    readonly models: ReadModels;
  }
}

/** How long a command waits for the lists that its screen shows. */
const waitMilliseconds = 2000;

/** What a command appended: null where it changed nothing. */
type Appended = { readonly position: Position | null; readonly category: string };

type Followed = { readonly name: ReadModelName | ReactorName };

/** Where to read a model's live generation, and how to wait for models after a command. Every wait resolves false after two seconds. */
export type ReadModels = LiveRows & {
  /** True when the models include what a command appended. */
  readonly wait: (executed: Appended, models: readonly Followed[]) => Promise<boolean>;
  /** True when the models that a call declares include what a command appended. */
  readonly isVisible: (executed: Appended, endpoint: UpdatingEndpoint) => Promise<boolean>;
  /** True when the reactors that a call declares have handled the log up to a position, and its models include the effects. */
  readonly settled: (position: Position | null, endpoint: WaitingEndpoint) => Promise<boolean>;
  /** True when models and reactors have read the log up to a position. */
  readonly reached: (position: Position, models: readonly Followed[]) => Promise<boolean>;
  /** True when every model, and these reactors, have read the log up to a position. */
  readonly allReached: (position: Position, reactors?: readonly ReactorName[]) => Promise<boolean>;
};

/** The read models that a runner keeps up to date with the log that ends at `head`. */
export const readModels = (
  db: Kysely<unknown>,
  runner: Pick<Runner, 'schemaOf' | 'waitFor'>,
  head: () => Promise<Position | null>,
  all: readonly Followed[] = [],
): ReadModels => {
  const upTo = (position: Position, models: readonly string[], category?: string): Promise<boolean> =>
    runner.waitFor({
      models,
      position,
      milliseconds: waitMilliseconds,
      ...(category === undefined ? {} : { category }),
    });
  const shows = async ({ position, category }: Appended, models: readonly string[]): Promise<boolean> =>
    position === null || upTo(position, models, category);
  return {
    db,
    schemaOf: (model) => runner.schemaOf(model),
    wait: (executed, models) => shows(executed, namesOf(models)),
    isVisible: (executed, endpoint) => shows(executed, endpoint.updates),
    settled: async (position, endpoint) => {
      if (position === null) return true;
      if (!(await upTo(position, endpoint.waitsFor))) return false;
      const end = await head();
      return end === null || upTo(end, [...endpoint.updates, ...endpoint.waitsFor]);
    },
    reached: (position, models) => upTo(position, namesOf(models)),
    allReached: (position, reactors = []) => upTo(position, [...reactors, ...namesOf(all)]),
  };
};

const namesOf = (models: readonly Followed[]): string[] => models.map(({ name }) => name);
