import { expect, test } from 'vitest';
import { loopShare, pauses } from './pauses.ts';

/** A clock whose turns and timers are run by hand. */
const testClock = () => {
  const state = { now: 0, isAccountServed: false };
  let soon: (() => void)[] = [];
  let later: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    state,
    clock: {
      now: () => state.now,
      soon: (wake: () => void) => void soon.push(wake),
      later: (wake: () => void, milliseconds: number) => void later.push({ at: state.now + milliseconds, wake }),
      isAccountServed: () => state.isAccountServed,
    },
    /** Runs one turn of the loop, then what was resumed in it. */
    turn: async (): Promise<void> => {
      const due = later.filter(({ at }) => at <= state.now);
      later = later.filter(({ at }) => at > state.now);
      const ready = [...soon.splice(0), ...due.map(({ wake }) => wake)];
      for (const wake of ready) wake();
      await new Promise(setImmediate);
    },
  };
};

/** A computation of steps that take five milliseconds each, by name in the order in which they are done. */
const steps = async (name: string, done: string[], state: { now: number }, pause: () => Promise<void>) => {
  for (let step = 0; step < 3; step += 1) {
    state.now += 5;
    done.push(name);
    await pause();
  }
};

test('yields to other requests after four milliseconds of work, then starts counting again', async () => {
  const { state, clock, turn } = testClock();
  const pause = loopShare(clock).computation(0);
  state.now = 3;
  await pause();
  state.now = 4;
  const order: string[] = [];
  const going = pause().then(() => order.push('next step'));
  await new Promise(setImmediate);
  order.push('another request');
  await turn();
  await going;
  expect(order).toEqual(['another request', 'next step']);
  state.now = 7;
  await pause();
});

test('one computation steps in each turn; accounts go first, and equals take turns', async () => {
  const { state, clock, turn } = testClock();
  const { computation } = loopShare(clock);
  const done: string[] = [];
  const all = [
    steps('guest', done, state, computation(2)),
    steps('account', done, state, computation(0)),
    steps('other account', done, state, computation(0)),
  ];
  expect(done.splice(0)).toEqual(['guest', 'account', 'other account']);
  for (let turns = 1; turns <= 9; turns += 1) {
    await turn();
    expect(done.length).toBeLessThanOrEqual(turns);
  }
  await Promise.all(all);
  expect(done).toEqual(['account', 'other account', 'account', 'other account', 'guest', 'guest']);
});

test('guests’ computations rest between steps while a short call of an account is being answered', async () => {
  const { state, clock, turn } = testClock();
  const done: string[] = [];
  state.isAccountServed = true;
  const going = steps('guest', done, state, loopShare(clock).computation(2));
  await turn();
  expect(done).toHaveLength(2);
  await turn();
  await turn();
  expect(done).toHaveLength(2);
  state.now += 40;
  await turn();
  await turn();
  expect(done).toHaveLength(3);
  state.isAccountServed = false;
  await turn();
  await turn();
  state.now += 40;
  await turn();
  await turn();
  await going;
});

test('the process’s own computations yield to its loop', async () => {
  const pause = pauses();
  const until = performance.now() + 8;
  while (performance.now() < until);
  const order: string[] = [];
  setImmediate(() => order.push('another request'));
  await pause();
  order.push('next step');
  expect(order).toEqual(['another request', 'next step']);
});
