import { expect } from 'vitest';
import { mailsTo } from '../../../accounts/testing/confirmed.ts';
import { smtpInbox } from '../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../../../testing/visitor.ts';

const second = 1000;
const soon = { timeout: 30_000 };

/** A family's question as the form sends it, besides when it was opened. */
export type Asking = { readonly email: string } & Record<string, unknown>;

const maya = {
  firstName: 'Maya',
  zipCode: '78704',
  lessonDuration: 45,
  availability: [4, 2].map((dayOfWeek) => ({ dayOfWeek, startTime: '15:00', endTime: '19:00' })),
};

/** Dana Whitfield, who works every day, with a question form; the clock stands until a test lets time pass. */
export class AskingStudio {
  readonly rondo: TestRondo;
  readonly dana: Visitor;
  readonly teacher: string;
  readonly #inbox: Awaited<ReturnType<typeof smtpInbox>>;
  #now: number;
  #places = 0;

  private constructor(
    { rondo, dana, teacher }: Pick<AskingStudio, 'rondo' | 'dana' | 'teacher'>,
    inbox: Awaited<ReturnType<typeof smtpInbox>>,
    now: number,
  ) {
    this.rondo = rondo;
    this.dana = dana;
    this.teacher = teacher;
    this.#inbox = inbox;
    this.#now = now;
  }

  /** @param now the first moment, with its offset */
  static async open(now: string, environment: Record<string, string> = {}): Promise<AskingStudio> {
    const inbox = await smtpInbox();
    const rondo = await testRondo(now, {
      SMTP_URL: inbox.url,
      MAIL_FROM: 'post@rondo.example',
      PUBLIC_URL: 'https://rondo.example',
      TRUST_PROXY: 'loopback',
      ...environment,
    });
    const dana = await rondo.visitor().register('dana@example.com');
    await rondo.query('update accounts.users set email_confirmed_at = now()');
    const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
    const askForm = { slug: 'whitfield', teacherIds: [teacher], lengths: [30, 45, 60], note: null };
    ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', askForm }));
    return new AskingStudio({ rondo, dana, teacher }, inbox, Date.parse(now));
  }

  /** Sets the clock. @param now with its offset */
  at(now: string): void {
    this.#now = Date.parse(now);
    this.rondo.setNow(this.#now);
  }

  /** Asks ten seconds after the form was opened, each question from another place unless one is named. */
  async send(question: Asking, place = `203.0.113.${(this.#places += 1)}`) {
    const { opened } = ok(await this.rondo.visitor().get('/api/ask/whitfield'));
    this.#now += 10 * second;
    this.rondo.setNow(this.#now);
    const from = { 'X-Forwarded-For': place };
    return this.rondo.visitor().post('/api/ask/whitfield', { opened, ...maya, ...question }, from);
  }

  /** The token of the link in the newest of some mails to an address. */
  async tokenFor(email: string, mails = 1): Promise<string> {
    const tokens = async () =>
      (await mailsTo(this.#inbox, email)()).flatMap((mail) => /#c=([\w-]{43})/.exec(mail)?.[1] ?? []);
    await expect.poll(async () => (await tokens()).length, soon).toBe(mails);
    return (await tokens()).at(-1) ?? '';
  }

  /** Opens a mailed link. */
  confirm(token: string, place = '198.51.100.1') {
    return this.rondo.visitor().post('/api/ask/whitfield/confirm', { token }, { 'X-Forwarded-For': place });
  }

  /** Asks, confirms by the mailed link, and waits until the question is listed. @returns its id and the hours that the family saw */
  async asked(question: Asking) {
    const sent = await this.send(question);
    if (sent.status !== 202) throw new Error(`Expected 202, not ${sent.status} ${sent.text}`);
    const { bands } = ok(await this.confirm(await this.tokenFor(question.email)));
    const listed = async () =>
      ok(await this.dana.get('/api/inquiries')).find(
        ({ email }: { readonly email: string }) => email === question.email,
      );
    await expect.poll(listed, soon).toBeDefined();
    return { id: String((await listed()).id), bands };
  }

  async stop(): Promise<void> {
    await this.rondo.stop();
    await this.#inbox.stop();
  }
}
