import type { Temporal as Polyfill } from 'temporal-polyfill';

const own = (): typeof Polyfill => Reflect.get(globalThis, 'Temporal');

/**
 * The browser's Temporal, looked up at each use; `main.ts` loads the polyfill where there is none. In pages, `contracts/calendar` gets this
 * in place of the polyfill, which is 19 kB.
 */
export const Temporal = {
  get Instant() {
    return own().Instant;
  },
  get Now() {
    return own().Now;
  },
  get PlainDate() {
    return own().PlainDate;
  },
  get PlainTime() {
    return own().PlainTime;
  },
};
