import { pick, type Random } from '@rondo/services/optimizer/search/random.ts';
import { familyPlays } from './families.ts';
import { invoicePlays } from './invoices.ts';
import { plannerPlays } from './planner.ts';
import { pastPlays } from './past.ts';
import { paymentPlays } from './payments.ts';
import type { Play, StudioView, Wish } from './play.ts';
import { rosterPlays } from './roster.ts';

/** Everything the clients do. Add plays for new commands in a file here, and list them below. */
const allPlays: readonly Play[] = [
  ...rosterPlays,
  ...familyPlays,
  ...plannerPlays,
  ...invoicePlays,
  ...paymentPlays,
  ...pastPlays,
];

const total = allPlays.reduce((sum, { weight }) => sum + weight, 0);

const choose = (random: Random): Play | undefined => {
  let left = random() * total;
  return allPlays.find(({ weight }) => (left -= weight) < 0);
};

/** A client's next action: chosen by weight among those possible now. */
export const nextWish = (view: StudioView, random: Random, mark: string): { play: Play; wish: Wish } => {
  for (;;) {
    const play = choose(random) ?? allPlays[pick(random, allPlays.length)];
    const wish = play?.wish(view, random, mark);
    if (play && wish) return { play, wish };
  }
};
