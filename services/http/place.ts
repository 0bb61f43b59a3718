import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

/** Where a request comes from: an IPv4 address, or the network of an IPv6 one. `TRUST_PROXY` says whose X-Forwarded-For is trusted. */
export const placeOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown');
