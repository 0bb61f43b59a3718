import { z } from 'zod';
import { policyTerms } from '../../policy/policy.ts';
import { endpoint } from '../endpoint.ts';
import { asOfQuery, calendarDay, dateText, id, idParams, success } from '../shapes.ts';

// What is agreed about lessons that are cancelled.

/** From a day on; `words`: as families read it, a sentence each. */
const version = z.union([
  z.object({ id, from: calendarDay, off: z.literal(false), ...policyTerms.shape, words: z.array(z.string()) }),
  z.object({ id, from: calendarDay, off: z.literal(true), words: z.array(z.string()) }),
]);
export type PolicyView = z.infer<typeof version>;
export type PolicyInForce = Extract<PolicyView, { readonly off: false }>;

export const getPolicy = endpoint({
  method: 'GET',
  path: '/api/policy',
  summary: 'The cancellation policy that is in force, and all its versions by their first day.',
  query: asOfQuery,
  response: z.object({ current: version.nullable(), versions: z.array(version) }),
  reads: ['timeoff'],
});

const { tiers, ...others } = policyTerms.shape;

export const enterPolicy = endpoint({
  method: 'POST',
  path: '/api/policy',
  summary: 'Enters a version of the policy from a day on, in place of one with the same first day.',
  /** With `off`, nothing is agreed from that day on. */
  body: z.object({ from: dateText, off: z.literal(true).optional(), tiers: tiers.optional(), ...others }),
  response: version,
  updates: ['timeoff', 'history'],
});

export const deletePolicy = endpoint({
  method: 'DELETE',
  path: '/api/policy/:id',
  summary: 'Removes a version of the policy that is not in force yet.',
  params: idParams,
  response: success,
  updates: ['timeoff', 'history'],
});
