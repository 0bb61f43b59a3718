import { pick, type Random } from '../../optimizer/random.ts';
import { plannerPlays } from './planner.ts';
import type { Play, StudioView, Wish } from './play.ts';
import { rosterPlays } from './roster.ts';

/** Everything that the clients do. Commands of a later release get a file of plays beside these, and a line here. */
const allPlays: readonly Play[] = [...rosterPlays, ...plannerPlays];

const total = allPlays.reduce((sum, { weight }) => sum + weight, 0);

const choose = (random: Random): Play | undefined => {
  let left = random() * total;
  return allPlays.find(({ weight }) => (left -= weight) < 0);
};

/** The next thing that a client does: chosen by weight among what is possible now. */
export const nextWish = (view: StudioView, random: Random, mark: string): { play: Play; wish: Wish } => {
  for (;;) {
    const play = choose(random) ?? allPlays[pick(random, allPlays.length)];
    const wish = play?.wish(view, random, mark);
    if (play && wish) return { play, wish };
  }
};
