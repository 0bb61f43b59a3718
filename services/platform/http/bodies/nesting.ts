import type { RequestHandler } from 'express';
import { InvalidInput } from '../../kit/errors.ts';

const deepest = 50;

/** Whether lists and objects are inside each other more than so many times. Without recursion, which deep input would exhaust. */
const isDeeper = (value: unknown, most: number): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    level = level.filter((one) => typeof one === 'object' && one !== null);
    if (level.length > 0 && depth === most) return true;
    level = level.flatMap((one) => Object.values(one ?? {}));
  }
  return false;
};

/** Refuses JSON that is nested so deeply that validating, hashing or writing it could exhaust the stack. */
export const refuseDeep: RequestHandler = (request, _response, next) => {
  if (isDeeper(request.body, deepest)) throw new InvalidInput('This request is nested too deeply.');
  next();
};
