import type { Request } from 'express';
import { placeOf } from '../../platform/http/callers/place.ts';
import type { SignInPlaces } from './places.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { Proven, Users } from './users.ts';

export type ProofDependencies = {
  readonly users: Pick<Users, 'authenticate'>;
  readonly attempts: SignInAttempts;
  readonly places: Pick<SignInPlaces, 'knows'>;
};

/** Checks passwords for every call that takes one: guesses count together, whichever call they are made through. */
export const passwordProof =
  ({ users, attempts, places }: ProofDependencies) =>
  /** @returns the account, if the password is right. @throws TooManyAttempts */
  (request: Request, email: string, password: string): Promise<Proven | undefined> =>
    attempts.run(
      { email, place: placeOf(request) },
      () => users.authenticate(email, password),
      () => places.knows(email, placeOf(request)),
    );
export type PasswordProof = ReturnType<typeof passwordProof>;
