import { limitMet, Unavailable } from '../kit/errors.ts';
import { admission, type Admit } from '../kit/admission.ts';

/** How long a guest's request waits for a connection, in milliseconds. */
const patience = 10_000;

/** Who is admitted to the connections of a pool. */
export const connectionsFor = (places: number): Admit =>
  admission({
    places,
    patience,
    refused: () =>
      limitMet('connections', new Unavailable('The server is busy right now. Please try again in a moment.')),
  });
