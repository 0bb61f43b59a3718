import { getUser, guestLogin, login, logout, register } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';

/** Every call of the API, built or not: what the routes, the OpenAPI document and the generated tests go through. */
export const allEndpoints: readonly Endpoint[] = [getUser, register, login, guestLogin, logout];
