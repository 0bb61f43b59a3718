import type { MomentRows } from './fold-moment.ts';
import type { momentCache } from './moment-cache.ts';

/** An answer about the past as it was sent: its ETag, and its JSON, compressed when it is large. */
export type KeptAnswer = { readonly tag: string; readonly body: Buffer; readonly isCompressed: boolean };

/** A studio's answers, by what was asked and of which rows. */
export type KeptAnswers = {
  readonly find: (key: string) => KeptAnswer | undefined;
  readonly keep: (key: string, answer: KeptAnswer) => Promise<void>;
};

type Cache = Pick<ReturnType<typeof momentCache<MomentRows | KeptAnswer>>, 'of' | 'keep' | 'use'>;

const isAnswer = (value: MomentRows | KeptAnswer): value is KeptAnswer => 'tag' in value;

/** What an entry takes besides its body. */
const overhead = 500;

/** @param isErased whether the studio has been erased in the meantime */
export const keptAnswers = (
  cache: Cache,
  studioId: string,
  isErased: (studioId: string) => Promise<boolean>,
): KeptAnswers => {
  const nameOf = (key: string): string => `answer ${key}`;
  return {
    find: (key) => {
      const answer = cache.of(studioId, nameOf(key)).find(isAnswer);
      if (answer) cache.use(answer);
      return answer;
    },
    keep: async (key, answer) => {
      if (await isErased(studioId)) return;
      const [instead = null] = cache.of(studioId, nameOf(key));
      const bytes = overhead + 2 * key.length + answer.body.length;
      cache.keep(studioId, nameOf(key), { value: answer, bytes, instead });
    },
  };
};
