import {
  listFamilies,
  previewFamilyPage,
  renewFamilyLink,
  revokeFamilyLink,
  shareFamilyLinks,
  type SharedLink,
} from '@rondo/contracts/api/calendars/families.ts';
import {
  closeFamilyPage,
  familyInvoicePdf,
  getFamilyPage,
  openFamilyPage,
} from '@rondo/contracts/api/calendars/family-page.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { refusedAddresses, stoppedAddresses } from '@rondo/projections/messages/queries.ts';
import type { Request } from 'express';
import { streamed } from '../../../platform/http/answer.ts';
import { familyOf, type FamilyCaller } from '../../../platform/http/callers/family.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studentAddresses } from '../out/api.ts';
import { revokeTokens } from '../out/tokens.ts';
import { familyCancellingRoutes } from './cancelling-api.ts';
import { linkStates, noLink, refusePagesOff, shareLink } from './links.ts';
import { familyPageFor, invoiceNamed, type FromOtherRooms, type Viewer } from './page.ts';
import { familiesOf, familyOfRecipient, type FamilyOfRecipient } from './recipients.ts';
import { lostLinkRoutes } from './messages/lost-api.ts';
import { familyMailRoutes } from './messages/stops/api.ts';
import { familyRequestRoutes } from './requests-api.ts';

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** Where this server is, without a slash at the end. @throws RuleBroken where a link would travel in the open */
const originOf = ({ settings }: Pick<Services, 'settings'>, request: Request): string => {
  const origin = settings.PUBLIC_URL ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`;
  const { hostname } = new URL(origin);
  if (settings.PUBLIC_URL?.startsWith('https:') !== true && !isThisMachine(hostname))
    throw new RuleBroken('Family pages need https: set PUBLIC_URL to this server’s https address.');
  return origin.replace(/\/+$/, '');
};

const noRecipient = (): NotFound => new NotFound('There is no such contact.');

/** Links to families' pages, and the pages. Nothing of a link is an event: it can be neither undone nor restored. */
export const familyPageRoutes = (services: Services, rooms: FromOtherRooms): Route[] => {
  const { families } = services;

  const known = async (studioId: string, recipientId: string): Promise<FamilyOfRecipient> => {
    const family = await familyOfRecipient(services, studioId, recipientId);
    if (!family) throw noRecipient();
    return family;
  };

  const endCalendars = async (studioId: string, { students }: FamilyOfRecipient): Promise<void> => {
    for (const { id: personId } of students) await revokeTokens(services, { kind: 'student', studioId, personId });
  };

  const share = async (studioId: string, recipientIds: readonly string[], origin: string): Promise<SharedLink[]> => {
    const tokens: string[] = [];
    for (const recipientId of recipientIds) tokens.push(await shareLink(services, studioId, recipientId));
    const states = await linkStates(services, studioId);
    return recipientIds.map((recipientId, i) => {
      const { state: _, ...opened } = states.get(recipientId) ?? noLink;
      return { recipientId, url: `${origin}/family#k=${tokens[i]}`, ...opened };
    });
  };

  /** @param link null: the teacher's preview */
  const viewerOf = async (
    request: Request,
    {
      studioId,
      recipientId,
      family,
      link,
    }: { studioId: string; recipientId: string; family: FamilyOfRecipient; link: FamilyCaller | null },
  ): Promise<Viewer> => ({
    studioId,
    family,
    refOf: await families.refsOf(link?.linkHash ?? ''),
    proof: link?.proof ?? '',
    recipientId,
    calendarOf: await studentAddresses(services, studioId, request),
  });

  const viewerBy = async (request: Request, link: FamilyCaller): Promise<Viewer> => {
    const { studioId, recipientId } = link;
    return viewerOf(request, { studioId, recipientId, link, family: await known(studioId, recipientId) });
  };

  return [
    ...familyCancellingRoutes(services, rooms, viewerBy),
    ...familyRequestRoutes(services, rooms, viewerBy),
    ...familyMailRoutes(services),
    ...lostLinkRoutes(services),
    route(listFamilies, async (_, { actor: { studioId } }) => {
      const [all, states, refused, stopped] = await Promise.all([
        familiesOf(services, studioId),
        linkStates(services, studioId),
        refusedAddresses(messagesModel.read(services.models), studioId),
        stoppedAddresses(messagesModel.read(services.models), studioId),
      ]);
      return all.map((family) => ({
        ...family,
        recipients: family.recipients.map((one) => ({
          ...one,
          link: states.get(one.id) ?? noLink,
          mail: {
            stopped: [...(stopped.get(one.email?.toLowerCase() ?? '') ?? [])].toSorted(),
            refused: refused.get(one.email?.toLowerCase() ?? '') ?? null,
          },
        })),
      }));
    }),
    route(shareFamilyLinks, async ({ body: { recipientIds } }, { actor: { studioId }, request }) => {
      await refusePagesOff(services, studioId);
      const origin = originOf(services, request);
      const there = new Set(
        (await familiesOf(services, studioId)).flatMap((one) => one.recipients.map(({ id }) => id)),
      );
      const uniqueIds = [...new Set(recipientIds)];
      if (uniqueIds.some((id) => !there.has(id))) throw noRecipient();
      return share(studioId, uniqueIds, origin);
    }),
    route(renewFamilyLink, async ({ params: { recipientId }, body }, { actor: { studioId }, request }) => {
      const family = await known(studioId, recipientId);
      await refusePagesOff(services, studioId);
      const origin = originOf(services, request);
      await revokeTokens(services, { kind: 'family', studioId, personId: recipientId });
      if (body?.calendars === true) await endCalendars(studioId, family);
      const [link] = await share(studioId, [recipientId], origin);
      if (!link) throw noRecipient();
      return link;
    }),
    route(revokeFamilyLink, async ({ params: { recipientId }, body }, { actor: { studioId } }) => {
      const family = await known(studioId, recipientId);
      await revokeTokens(services, { kind: 'family', studioId, personId: recipientId });
      if (body?.calendars === true) await endCalendars(studioId, family);
      return { success: true };
    }),
    route(previewFamilyPage, async ({ params: { id }, query: { recipientId } }, { actor: { studioId }, request }) => {
      const family = await familyOfRecipient(services, studioId, recipientId);
      if (family?.id !== id) throw new NotFound('There is no such family.');
      return familyPageFor(services, rooms, await viewerOf(request, { studioId, recipientId, family, link: null }));
    }),
    route(openFamilyPage, async ({ body: { k } }, { request, response }) => {
      const link = await families.open(request, response, k);
      return familyPageFor(services, rooms, await viewerBy(request, link));
    }),
    route(closeFamilyPage, async (_, { response }) => {
      families.close(response);
      return { success: true };
    }),
    route(getFamilyPage, async (_, { request }) =>
      familyPageFor(services, rooms, await viewerBy(request, familyOf(request))),
    ),
    route(familyInvoicePdf, async ({ params: { ref } }, { request, response }) => {
      const viewer = await viewerBy(request, familyOf(request));
      const { id, number } = await invoiceNamed(rooms, viewer, ref);
      const pdf = await rooms.pdfOf(viewer.studioId, id);
      response.set('Content-Disposition', `inline; filename="${number}.pdf"`).type('application/pdf').send(pdf);
      return streamed;
    }),
  ];
};
