import { limitMet, RuleBroken } from '../kit/errors.ts';

/** How many students, teachers, and entered or imported lessons. */
export type Size = { readonly students: number; readonly teachers: number; readonly lessons: number };
/** What a command adds to a studio; a negative number is what it removes. */
export type Growth = Partial<Size> & {
  /** The most teachers that a student has afterwards who then has more than before. */
  readonly teachersOfStudent?: number;
};

type SizeFigures = {
  readonly account: Size;
  readonly guest: Size;
  readonly teachersOfStudent: number;
};

/** What sizes are kept by. */
type SizeRules = {
  readonly figures: SizeFigures;
  readonly isGuest: (studioId: string) => Promise<boolean>;
  /** How many the studio has, as the read models show it. `most`: below it, an upper bound is enough. */
  readonly count: (studioId: string, kind: keyof Size, most: number) => Promise<number>;
  /** Resolves once the read models show what has been written so far, or after a while. */
  readonly caughtUp: () => Promise<unknown>;
};

const kinds = ['students', 'teachers', 'lessons'] as const satisfies readonly (keyof Size)[];

/** Why a studio cannot grow, as a sentence. */
const beyond = (kind: keyof Size, most: number, isGuest: boolean): string => {
  const figure = `${most.toLocaleString('en-US')} ${most === 1 ? kind.slice(0, -1) : kind}`;
  return isGuest
    ? `A guest can have at most ${figure}. Create an account to add more.`
    : `A studio can have at most ${figure}.`;
};

/** Why a student cannot have so many teachers, as a sentence; null: they can. */
export const tooManyTeachers = (teachers: number, most: number): string | null => {
  if (teachers <= most) return null;
  return `A student can have at most ${most === 1 ? '1 teacher' : `${most.toLocaleString('en-US')} teachers`}.`;
};

/** What calls of one studio are adding and the read models may not show yet. */
type Adding = { pending: Size; calls: Set<Promise<unknown>>; ended: number };

const nothing: Size = { students: 0, teachers: 0, lessons: 0 };

const plus = (size: Size, growth: Growth, sign: 1 | -1): Size => ({
  students: size.students + sign * Math.max(0, growth.students ?? 0),
  teachers: size.teachers + sign * Math.max(0, growth.teachers ?? 0),
  lessons: size.lessons + sign * Math.max(0, growth.lessons ?? 0),
});

/** Keeps studios within their sizes. Calls that add at the same time in one process count each other. */
export const studioSizes = ({ figures, isGuest, count, caughtUp }: SizeRules) => {
  const adding = new Map<string, Adding>();

  const reasonAgainst = async (studioId: string, growth: Growth, own: Adding): Promise<string | null> => {
    const guest = await isGuest(studioId);
    const most = guest ? figures.guest : figures.account;
    for (const kind of kinds) {
      if ((growth[kind] ?? 0) <= 0) continue;
      // What is counted may have been another call's until that ended.
      for (let ended = -1; ended !== own.ended;) {
        ended = own.ended;
        const counted = await count(studioId, kind, most[kind] - own.pending[kind]);
        if (ended === own.ended && counted + own.pending[kind] > most[kind]) return beyond(kind, most[kind], guest);
      }
    }
    return null;
  };

  const begin = (studioId: string, growth: Growth): Adding => {
    const own = adding.get(studioId) ?? { pending: nothing, calls: new Set(), ended: 0 };
    own.pending = plus(own.pending, growth, 1);
    adding.set(studioId, own);
    return own;
  };

  const end = (studioId: string, growth: Growth, own: Adding): void => {
    own.pending = plus(own.pending, growth, -1);
    own.ended += 1;
    if (kinds.every((kind) => own.pending[kind] === 0)) adding.delete(studioId);
  };

  /** Adds while there is room, counting other calls that are adding; if there is none, once more after those have ended. */
  const admit = async (studioId: string, growth: Growth): Promise<Adding> => {
    for (let attempt = 1; ; attempt += 1) {
      const own = begin(studioId, growth);
      const others = [...own.calls];
      const why = await reasonAgainst(studioId, growth, own).catch((error: unknown) => {
        end(studioId, growth, own);
        throw error;
      });
      if (why === null) return own;
      end(studioId, growth, own);
      if (others.length === 0 || attempt === 3) throw limitMet('size of a studio', new RuleBroken(why));
      await Promise.allSettled(others);
    }
  };

  return {
    teachersOfStudent: figures.teachersOfStudent,
    /**
     * Does what adds to a studio. Removing is always possible.
     * @throws RuleBroken before anything is done when the studio would become too large
     */
    adding: async <T>(studioId: string, growth: Growth, work: () => Promise<T>): Promise<T> => {
      const why = tooManyTeachers(growth.teachersOfStudent ?? 0, figures.teachersOfStudent);
      if (why !== null) throw limitMet('teachers of a student', new RuleBroken(why));
      if (kinds.every((kind) => (growth[kind] ?? 0) <= 0)) return work();
      const own = await admit(studioId, growth);
      const done = work();
      // Counted as being added until the read models show it.
      const call = done
        .then(caughtUp)
        .catch(() => undefined)
        .finally(() => {
          own.calls.delete(call);
          end(studioId, growth, own);
        });
      own.calls.add(call);
      return done;
    },
  };
};
export type StudioSizes = ReturnType<typeof studioSizes>;

/** Sizes without limits, for the command line and for tests of other things. */
export const unlimitedSizes: StudioSizes = {
  teachersOfStudent: Infinity,
  adding: (_studioId, _growth, work) => work(),
};
