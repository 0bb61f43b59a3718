import { pick, type Random } from '@rondo/services/optimizer/search/random.ts';

/** What exists in one studio, as far as its clients know from answers. */
export type StudioView = {
  readonly students: Set<string>;
  readonly teachers: Set<string>;
  readonly pendingReports: Set<string>;
  /** Lessons entered by hand, each with its date or, if it is weekly, one of its dates. */
  readonly lessons: Map<string, { readonly date: string; readonly weekly: boolean }>;
  readonly invoices: Set<string>;
  readonly payments: Set<string>;
  readonly families: Set<string>;
  /** The batches of the newest acknowledged commands. */
  readonly batches: Set<string>;
};

export const emptyView = (): StudioView => ({
  students: new Set(),
  teachers: new Set(),
  pendingReports: new Set(),
  lessons: new Map(),
  invoices: new Set(),
  payments: new Set(),
  families: new Set(),
  batches: new Set(),
});

/** A request that a client is about to make. */
export type Wish = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Sends the body, a text, as a file with these options. */
  readonly options?: unknown;
  /** It cannot be a no-op: if acknowledged, it must have changed something. */
  readonly alwaysChanges: boolean;
  /** The name of the command's only part, if it appends under an id derived for that part. */
  readonly part?: string;
  /** It is several appends: what a kill interrupts can be refused when it is repeated, with a part of it in the log. */
  readonly inParts?: true;
  /** Takes in the content of an acknowledging answer. */
  readonly learn?: (body: unknown) => void;
};

/** One user action. `wish` returns nothing while the studio has nothing to apply it to. */
export type Play = {
  readonly name: string;
  /** How often it is chosen, compared with the others. */
  readonly weight: number;
  /** @param mark text that no other command uses, to find it again in the log */
  readonly wish: (view: StudioView, random: Random, mark: string) => Wish | undefined;
};

const rememberedBatches = 12;

/** Takes in the batch of an acknowledged command, in place of the oldest one. */
export const rememberBatch = ({ batches }: StudioView, batch: string | null): void => {
  if (batch !== null) batches.add(batch);
  const [eldest] = batches;
  if (batches.size > rememberedBatches && eldest !== undefined) batches.delete(eldest);
};

/** One of a set, or of a list; undefined of an empty one. */
export const oneOf = <T>(random: Random, things: Iterable<T>): T | undefined => {
  const list = [...things];
  return list[pick(random, list.length)];
};
