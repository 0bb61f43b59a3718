import { answerAccount, workFor } from '@rondo/projections/pacing/callers.ts';
import { expect, test } from 'vitest';
import { admission } from './admission.ts';

class Refused extends Error {}

const guest = { studioId: 'guest', isGuest: true };
const otherGuest = { studioId: 'other guest', isGuest: true };
const places = () => admission({ places: 6, patience: 50, refused: () => new Refused() });

/** What has begun, in order, as callers are admitted. */
const callers = (admit: ReturnType<typeof admission>) => {
  const begun: string[] = [];
  return {
    begun,
    begin: async (name: string): Promise<() => void> => {
      const end = await admit();
      begun.push(name);
      return end;
    },
  };
};

test('guests together have a third of the places, and whoever waits too long is refused', async () => {
  const { begun, begin } = callers(places());
  const held = [await workFor(guest, () => begin('a')), await workFor(otherGuest, () => begin('b'))];
  await expect(workFor(guest, () => begin('c'))).rejects.toThrow(Refused);
  const waiting = workFor(guest, () => begin('d'));
  held[0]?.();
  await waiting;
  expect(begun).toEqual(['a', 'b', 'd']);
});

test('two places are kept for accounts’ short calls, whatever the process does itself', async () => {
  const admit = places();
  const { begun, begin } = callers(admit);
  const own = await Promise.all(['1', '2', '3', '4'].map((name) => begin(name)));
  const waiting = begin('5');
  await answerAccount('account', async () => {
    const ends = [await begin('account'), await begin('account')];
    for (const end of ends) end();
  });
  expect(begun).toEqual(['1', '2', '3', '4', 'account', 'account']);
  for (const end of own) end();
  await waiting;
});

test('while a short call of an account is being answered, guests have one place', async () => {
  const { begin } = callers(places());
  await answerAccount('account', async () => {
    await workFor(guest, () => begin('a'));
    await expect(workFor(otherGuest, () => begin('b'))).rejects.toThrow(Refused);
  });
  await workFor(otherGuest, () => begin('b'));
});
