import type { MomentStorage, RowsOf } from '../moment-storage.ts';

/** Rows at moments in memory, kept as the JSON texts that a table would hold. */
export const memoryMoments = (isRegistered: (studioId: string, stream: string) => boolean = () => true) => {
  let kept: { of: RowsOf; events: number; texts: readonly string[] }[] = [];
  let loads = 0;
  const isOf = (a: RowsOf, b: RowsOf): boolean =>
    a.studioId === b.studioId && a.model === b.model && a.shape === b.shape;
  const parsed = (text = 'null'): unknown => JSON.parse(text);
  const storage: MomentStorage = {
    places: async (of) =>
      kept.filter((one) => isOf(one.of, of)).map(({ events, texts }) => ({ events, place: parsed(texts[0]) })),
    parts: async (of, events) => {
      loads += 1;
      const found = kept.find((one) => isOf(one.of, of) && one.events === events);
      return found ? found.texts.slice(1).map(parsed) : [];
    },
    save: async (of, { events, stream, place, parts }) => {
      const { studioId, model, shape } = of;
      if (!isRegistered(studioId, stream)) return;
      kept = kept.filter((one) => one.of.studioId !== studioId || one.of.model !== model || one.of.shape === shape);
      if (kept.some((one) => isOf(one.of, of) && one.events === events)) return;
      kept.push({ of, events, texts: [place, ...parts].map((part) => JSON.stringify(part)) });
    },
    remove: async (of, events) => {
      kept = kept.filter((one) => !isOf(one.of, of) || !events.includes(one.events));
    },
  };
  return Object.assign(storage, { stored: () => kept.map(({ events }) => events), loads: () => loads });
};
