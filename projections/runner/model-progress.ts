import type { ReadModel } from './read-model.ts';
import type { EventSource, Position } from './source.ts';

export class ModelNotReady extends Error {}

export type ModelState = 'starting' | 'building' | 'live' | 'stopped';

export type ModelStatus = {
  readonly model: string;
  readonly state: ModelState;
  readonly position: Position | null;
  readonly parked: number;
  readonly lastError: string | null;
};

type Known = {
  state: ModelState;
  /** The schema to read the model from; undefined until a generation of its version is live. */
  schema: string | undefined;
  /** How far the log has been read for the model, by whichever process follows it. */
  seen: Position | null;
  parked: number;
  lastError: string | null;
};

type Waiter = { readonly position: Position; readonly resolve: () => void };

/** The progress of one read model, as far as this process knows, and the callers waiting for it. */
export class ModelProgress {
  readonly model: ReadModel;
  readonly #source: Pick<EventSource, 'compare'>;
  readonly #waiters = new Set<Waiter>();
  readonly #known: Known = { state: 'starting', schema: undefined, seen: null, parked: 0, lastError: null };

  constructor(model: ReadModel, source: Pick<EventSource, 'compare'>) {
    this.model = model;
    this.#source = source;
  }

  get state(): ModelState {
    return this.#known.state;
  }

  /** The schema to read from. @throws ModelNotReady */
  get schema(): string {
    const { state, schema } = this.#known;
    if (schema === undefined || state === 'starting' || state === 'building')
      throw new ModelNotReady(`The read model ${this.model.name} is still being built.`);
    return schema;
  }

  learn(news: Partial<Known>): void {
    Object.assign(this.#known, news);
  }

  /** The live generation has been read up to a position; an older report is ignored. */
  saw(schema: string, position: Position): void {
    const { seen } = this.#known;
    const other = schema !== this.#known.schema;
    if (other) this.#known.schema = schema;
    if (!other && seen !== null && this.#source.compare(position, seen) < 0) return;
    this.#known.seen = position;
    for (const waiter of this.#waiters) {
      if (this.#source.compare(position, waiter.position) < 0) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Forgets the model's position: waiters keep waiting until it is reported again. */
  doubt(): void {
    this.#known.seen = null;
  }

  /** Resolves true once the position is reached, false after the milliseconds. Does not wait for a stopped model. */
  async wait(position: Position, milliseconds: number): Promise<boolean> {
    const { state, seen } = this.#known;
    if (state === 'stopped') return true;
    if (seen !== null && this.#source.compare(seen, position) >= 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { position, resolve: () => resolve(true) };
    this.#waiters.add(waiter);
    const timer = setTimeout(() => {
      this.#waiters.delete(waiter);
      resolve(false);
    }, milliseconds);
    const reached = await promise;
    clearTimeout(timer);
    return reached;
  }

  status(): ModelStatus {
    const { state, seen, parked, lastError } = this.#known;
    return { model: this.model.name, state, position: seen, parked, lastError };
  }
}
