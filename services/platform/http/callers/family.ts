import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@rondo/contracts/api/endpoint.ts';
import type { CookieOptions, Request, RequestHandler, Response } from 'express';
import { Forbidden, limitMet, NotFound, NotSignedIn, TooMany } from '../../kit/errors.ts';
import { countsIn } from './counts.ts';
import { deviceOf } from './device.ts';
import { placeOf } from './place.ts';

// Who opens a family's page. There is no account: a link has a secret of 256 bits, which the page posts once, and a cookie identifies the
// link from then on. Neither the secret nor its cookie is stored, only the secret's hash.

/** Whose page a link opens. */
type LinkOwner = { readonly studioId: string; readonly recipientId: string };

/** The link behind a request. */
export type FamilyCaller = LinkOwner & {
  readonly linkHash: string;
  /** What writes send to prove that they come from the page: the same in all tabs and on all days of a link. */
  readonly proof: string;
};

/** What the server knows of links. */
export type FamilyLinks = {
  /** Whose page the link opens now. It does the same work for every hash. */
  readonly ownerOf: (linkHash: string) => Promise<LinkOwner | undefined>;
  readonly noteOpening: (linkHash: string, device: string | null) => Promise<void>;
  /** The key from which those of cookies, proofs and refs come. */
  readonly key: () => Promise<Buffer>;
};

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by calls with `access: 'family'` alone. */
    family?: FamilyCaller;
  }
}

export type FamilyDoor = {
  /** Lets calls with `access: 'family'` pass. */
  readonly guard: (endpoint: Endpoint) => RequestHandler;
  /** Opens a page by the secret of its link. @throws NotFound, TooMany */
  readonly open: (request: Request, response: Response, secret: string) => Promise<FamilyCaller>;
  readonly close: (response: Response) => void;
  /** Replaces an id on the page of one link by a text that no other link has. */
  readonly refsOf: (linkHash: string) => Promise<(kind: string, id: string) => string>;
};

const day = 24 * 60 * 60 * 1000;
const longest = 30 * day;
const minute = 60_000;
const secretLength = 43;

const ended = (): NotFound => new NotFound('This link no longer works. Please ask your teacher for a new one.');
const tooMany = (limit: string, seconds: number): TooMany =>
  limitMet(limit, new TooMany('Too many requests. Please wait a minute.', seconds));

/** True for what only families' pages and question forms ask for. Routes ignore case, so that this does too. */
export const isOfFamilies = (path: string): boolean => /^\/(api\/)?(family|ask)(\.html)?(\/|$)/i.test(path);

/** The caller of a call with `access: 'family'`. */
export const familyOf = ({ family }: Request): FamilyCaller => {
  if (!family) throw new Error('A family’s call came without its link.');
  return family;
};

/** What is stored of a secret. Longer texts are none, and are hashed as little as others. */
const linkHashOf = (secret: string): string =>
  createHash('sha256')
    .update(secret.slice(0, secretLength + 1))
    .digest('base64url');

const derived = (key: Buffer, name: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', name, 32));
const mac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const isSame = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};

/** The values of a cookie, as the browser sent them. */
const cookiesNamed = (request: Request, name: string): string[] =>
  (request.get('cookie') ?? '').split(';').flatMap((part) => {
    const [key, ...value] = part.trim().split('=');
    return key === name ? value.join('=') : [];
  });

type Options = {
  /** Whether the public address is https. */
  readonly https: boolean;
  /** The product's time, in epoch milliseconds. */
  readonly now: () => number;
  /** That of the machine, for limits. */
  readonly machineNow: () => number;
};

/** Cookies, proofs and limits of families' pages: the only place that decides who comes in. */
export const familyDoor = (links: FamilyLinks, { https, now, machineNow }: Options): FamilyDoor => {
  const name = `${https ? '__Host-' : ''}rondo-family`;
  const attributes: CookieOptions = { path: '/', secure: https, httpOnly: true, sameSite: 'strict' };
  const misses = countsIn({ most: 20, span: minute, now: machineNow });
  const reads = countsIn({ most: 60, span: minute, now: machineNow });
  const searches = countsIn({ most: 20, span: 60 * minute, now: machineNow });
  const writes = countsIn({ most: 10, span: 60 * minute, now: machineNow });
  const keyOf = async (use: string): Promise<Buffer> => derived(await links.key(), `rondo family ${use}`);

  const miss = (request: Request): never => {
    const place = placeOf(request);
    const seconds = misses.wait(place);
    misses.add(place);
    throw seconds > 0 ? tooMany('bad links of a place', seconds) : ended();
  };

  const remember = async (request: Request, response: Response, linkHash: string): Promise<void> => {
    const issued = `${linkHash}.${now()}`;
    response.cookie(name, `${issued}.${mac(await keyOf('cookies'), issued)}`, { ...attributes, maxAge: longest });
    await links.noteOpening(linkHash, deviceOf(request.get('user-agent')).name);
  };

  const callerOf = async (owner: LinkOwner, linkHash: string): Promise<FamilyCaller> => ({
    ...owner,
    linkHash,
    proof: mac(await keyOf('proofs'), linkHash),
  });

  /** The link that a cookie stands for, and when the cookie was issued; both empty for a bad one. */
  const readCookie = async (values: readonly string[]): Promise<{ linkHash: string; age: number }> => {
    const [value = '', ...others] = values;
    const [linkHash = '', at = '', proof = ''] = value.split('.');
    const isOurs = isSame(proof, mac(await keyOf('cookies'), `${linkHash}.${at}`));
    const age = now() - Number(at);
    const isGood = isOurs && others.every((other) => other === value) && age < longest;
    return isGood ? { linkHash, age } : { linkHash: '', age: 0 };
  };

  const enter = async (request: Request, response: Response): Promise<FamilyCaller> => {
    const values = cookiesNamed(request, name);
    if (values.length === 0) throw new NotSignedIn('Please open the link that your teacher sent you.');
    const { linkHash, age } = await readCookie(values);
    const owner = await links.ownerOf(linkHash);
    if (!owner) return miss(request);
    if (age >= day) await remember(request, response, linkHash);
    return callerOf(owner, linkHash);
  };

  const limit = (endpoint: Endpoint, { linkHash }: FamilyCaller): void => {
    const isRead = endpoint.method === 'GET';
    const inAnHour = endpoint.searches ? searches : isRead ? null : writes;
    const hour = inAnHour?.wait(linkHash) ?? 0;
    if (hour > 0)
      throw limitMet(
        endpoint.searches ? 'searches of a link' : 'writes of a link',
        new TooMany('That was a lot for one hour. Please call or write to your teacher.', hour),
      );
    const seconds = isRead ? reads.wait(linkHash) : 0;
    if (seconds > 0) throw tooMany('reads of a link', seconds);
    inAnHour?.add(linkHash);
    if (isRead) reads.add(linkHash);
  };

  return {
    guard: (endpoint) => async (request, response, next) => {
      const caller = await enter(request, response);
      if (endpoint.method !== 'GET' && !isSame(request.get('rondo-proof') ?? '', caller.proof))
        throw new Forbidden('Please reload this page and try again.');
      limit(endpoint, caller);
      request.family = caller;
      next();
    },
    open: async (request, response, secret) => {
      const linkHash = linkHashOf(secret);
      const owner = await links.ownerOf(linkHash);
      if (!owner) return miss(request);
      await remember(request, response, linkHash);
      return callerOf(owner, linkHash);
    },
    close: (response) => void response.clearCookie(name, attributes),
    refsOf: async (linkHash) => {
      const key = await keyOf('refs');
      return (kind, id) => mac(key, JSON.stringify([linkHash, kind, id])).slice(0, 22);
    },
  };
};
