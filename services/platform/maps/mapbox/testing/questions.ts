import { MapsFailure } from '../../failure.ts';
import { mapboxMaps } from '../../open-maps.ts';
import { fakeToken } from './fake-mapbox.ts';

// What the tests of a hostile service ask, and how.

export const address = '1905 S 5th St, Austin, TX 78704';
export const other = '10621 Beckett Rd, Austin, TX 78759';
export const fewPoints = [
  { latitude: 30.24, longitude: -97.76 },
  { latitude: 30.4, longitude: -97.7 },
];

type Asked = Partial<Parameters<typeof mapboxMaps>[0]> & {
  readonly apiUrl: string;
  /** Takes a call from the budget. */
  readonly take?: () => Promise<boolean>;
};

/** Mapbox at an address, with a budget that never ends and a clock that stands still. */
export const openMapbox = ({ take = async () => true, ...asked }: Asked) =>
  mapboxMaps({
    token: fakeToken,
    budget: { take },
    elapsed: () => 0,
    report: () => undefined,
    patience: 2000,
    ...asked,
  });

/** Why an answer was refused. */
export const failureOf = async (answer: Promise<unknown>): Promise<MapsFailure> => {
  const error = await answer.then(
    () => new Error('It answered.'),
    (cause: unknown) => cause,
  );
  if (error instanceof MapsFailure) return error;
  throw error;
};
