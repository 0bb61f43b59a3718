import { askQuestion, confirmQuestion, getAskForm, type ShownTimes } from '@rondo/contracts/api/asking/ask-form.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { question as asQuestion, type Inquiry, type Question } from '@rondo/contracts/events/schedule/inquiry.ts';
import type { AskForm } from '@rondo/contracts/people/ask-form.ts';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from 'express';
import { Recorded } from '../../../platform/http/answer.ts';
import { countsIn } from '../../../platform/http/callers/counts.ts';
import { placeOf } from '../../../platform/http/callers/place.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { boundedQueue } from '../../../platform/kit/bounded-queue.ts';
import { InvalidInput, limitMet, NotFound, TooMany } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow } from '../../studio/clock.ts';
import { bandsFor } from './bands.ts';
import { emailMark, findQuestion, keepQuestion, noteConfirmed, roomFor } from './questions.ts';
import { formAt } from './slugs.ts';
import { inquiryStream, makeInquiry } from './state.ts';

// The question form. Whatever becomes of a question, its answer is the same: it tells neither of other questions nor of what is discarded.

const second = 1000;
const hour = 60 * 60 * second;
const day = 24 * hour;
const fastestPerson = 3 * second;
/** Days from a question to the day on which it is forgotten. */
const keptDays = 90;
/** How long after the click hours are shown, so that what is found does not show in how long it takes. */
const shownAfter = 2 * second;

const noForm = (): NotFound => new NotFound('There is no such question form.');
const oldLink = (): NotFound => new NotFound('This link no longer works. Please ask again.');
const checkMail = 'Check your mail: open our message within 24 hours to see possible times.';
const willWrite = 'We will write to you.';

/** Thrown where too many searches wait already. */
class SearchesFull extends Error {}

type Opening = { readonly slug: string; readonly at: string };
const signature = (key: Buffer, { slug, at }: Opening): string =>
  createHmac('sha256', key).update(`rondo question form ${slug} ${at}`).digest('base64url');

const sign = (key: Buffer, slug: string, now: number): string => {
  const at = String(now);
  return `${at}.${signature(key, { slug, at })}`;
};

/** Milliseconds since a form was opened; undefined for what this server did not sign. */
const sinceOpened = (key: Buffer, slug: string, opened: string, now: number): number | undefined => {
  const [at = '', proof = ''] = opened.split('.');
  const [ours, theirs] = [Buffer.from(signature(key, { slug, at })), Buffer.from(proof)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs) ? now - Number(at) : undefined;
};

const timesOf = ({ bands, lessonDuration, forgottenOn }: Inquiry): ShownTimes => ({
  bands: bands.map(({ dayOfWeek, from, to }) => ({ dayOfWeek, from: toTimeText(from), to: toTimeText(to) })),
  lessonDuration,
  forgottenOn,
  message:
    bands.length === 0 ? willWrite : 'Lessons could begin in these hours. We will write to you to agree on a time.',
});

/** The form of a studio, the questions asked with it, and the hours that they are answered with. */
export const askRoutes = (services: Services): Route[] => {
  const { machineNow, now } = services;
  const places = countsIn({ most: 5, span: hour, now: machineNow });
  const misses = countsIn({ most: 20, span: 60 * second, now: machineNow });
  const searching = boundedQueue({ atOnce: 1, waiting: 3, full: () => new SearchesFull() });

  const known = async (slug: string): Promise<{ readonly studioId: string; readonly form: AskForm }> => {
    const found = await formAt(services, slug);
    if (!found) throw noForm();
    return found;
  };

  const miss = (request: Request): never => {
    const place = placeOf(request);
    const seconds = misses.wait(place);
    misses.add(place);
    if (seconds > 0)
      throw limitMet('bad links of a place', new TooMany('Too many requests. Please wait a minute.', seconds));
    throw oldLink();
  };

  const mailLink = (studioId: string, slug: string, email: string, keep: () => Promise<string | null>): void =>
    // After the answer, so that how long it takes does not tell whether there is a mail.
    services.waitingMails.send(async () => {
      const token = await keep();
      if (token === null) return null;
      const { studioName, studioEmail } = (await services.settingsOf(studioId)).settings;
      return {
        id: randomUUID(),
        owner: studioId,
        fromName: studioName ?? 'Rondo',
        replyTo: studioEmail,
        to: email,
        subject: `Possible times with ${studioName ?? 'your teacher'}`,
        text: `${[
          `Somebody, probably you, asked ${studioName ?? 'us'} when lessons would be possible.`,
          `To see possible times, open this address within 24 hours and press the button on the page:\n${services.address()}/ask/${slug}#c=${token}`,
          'If this was not you, ignore this email. Nothing is kept.',
        ].join('\n\n')}\n`,
        date: now(),
        attachments: [],
      };
    });

  /** The hours by ZIP codes; none where too many searches wait. */
  const search = async (studioId: string, form: AskForm, question: Question) =>
    searching(() => bandsFor(services, studioId, form, question)).catch((error: unknown) => {
      if (error instanceof SearchesFull) return [];
      throw error;
    });

  return [
    route(getAskForm, async ({ params: { slug } }) => {
      const { studioId, form } = await known(slug);
      const { studioName } = (await services.settingsOf(studioId)).settings;
      const { lengths, note } = form;
      return { studioName: studioName ?? '', lengths, note, opened: sign(await services.feedKey(), slug, now()) };
    }),
    route(askQuestion, async ({ params: { slug }, body }, { request }) => {
      const { studioId, form } = await known(slug);
      const { opened, website, email: typed, availability, address = null, ...fields } = body;
      if (!form.lengths.includes(fields.lessonDuration)) {
        const detail = 'Please choose one of the lengths.';
        throw new InvalidInput(detail, [{ pointer: '/lessonDuration', detail }]);
      }
      const key = await services.feedKey();
      const age = sinceOpened(key, slug, opened, now());
      if (age === undefined || age > day) throw new InvalidInput('Please reload this page and try again.');
      const place = placeOf(request);
      const seconds = places.wait(place);
      if (seconds > 0)
        throw limitMet(
          'questions of a place',
          new TooMany('That was a lot for one hour. Please try again later.', seconds),
        );
      const email = typed.toLowerCase();
      const mark = emailMark(key, studioId, email);
      const room = await roomFor(services, studioId, mark);
      if (!room.ofStudio)
        throw limitMet('questions of a studio', new TooMany('Too many questions today. Please try again tomorrow.'));
      const isDiscarded = website !== '' || age < fastestPerson || !room.ofAddress;
      if (!isDiscarded) places.add(place);
      const question: Question = {
        ...fields,
        email,
        address: address === '' ? null : address,
        availability: availability.map(({ dayOfWeek, startTime, endTime }) => ({
          dayOfWeek,
          start: toMinutes(startTime),
          end: toMinutes(endTime),
        })),
      };
      const inquiryId = randomUUID();
      mailLink(studioId, slug, email, async () =>
        isDiscarded ? null : keepQuestion(services, { studioId, inquiryId, mark }, question),
      );
      return new Recorded({ status: 202, batchId: null, position: null, content: { body: { message: checkMail } } });
    }),
    route(confirmQuestion, async ({ params: { slug }, body: { token } }, { request, command }) => {
      const { studioId, form } = await known(slug);
      const row = await findQuestion(services, studioId, token);
      if (!row) return miss(request);
      const notBefore = delay(shownAfter);
      const { inquiry_id: inquiryId } = row;
      const stream = inquiryStream(studioId, inquiryId);
      if (row.question !== null) {
        const question = asQuestion.parse(JSON.parse(row.question));
        const { today } = await studioNow(services, studioId);
        const bands = await search(studioId, form, question);
        const made = { inquiryId, ...question, bands, forgottenOn: addDays(today, keptDays) };
        // Clicks at the same time make one question, with the hours of the first.
        const context = {
          ...command,
          studioId,
          actor: 'form',
          commandId: derivedId(inquiryId, 'made'),
          passesFences: true,
        };
        await services.handlers.inquiry.execute(stream, context, { input: inquiryId, decide: makeInquiry(made) });
        await noteConfirmed(services, inquiryId);
      }
      const { inquiry } = (await services.handlers.inquiry.load(stream)).state;
      await notBefore;
      if (!inquiry) throw oldLink();
      return timesOf(inquiry);
    }),
  ];
};
