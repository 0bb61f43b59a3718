import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';

/** The text of a mail as it was sent. Only a mail that says so is decoded: in another one a secret may begin with what looks like a code. */
export const textOf = (raw: string): string =>
  /^content-transfer-encoding: quoted-printable/im.test(raw)
    ? raw
        .replaceAll('=\r\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    : raw;

/** The mails that a Rondo without a mail server has saved, of one address. */
export const savedMails = async (dataDir: string, to: string): Promise<string[]> => {
  const directory = path.join(dataDir, 'mail');
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(path.join(directory, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${to}\r\n`)).map(textOf);
};

const linkIn = (mail: string, page: string): string | undefined =>
  new RegExp(`https?://\\S+/${page}\\?token=[\\w-]+`).exec(mail)?.[0];

type Mails = () => Promise<readonly string[]>;

const freshLink = async (page: string, mails: Mails, known: readonly string[]): Promise<string> => {
  const fresh = async (): Promise<string | undefined> =>
    (await mails()).map((mail) => linkIn(mail, page)).find((link) => link !== undefined && !known.includes(link));
  await expect.poll(fresh).toBeDefined();
  return (await fresh()) ?? '';
};

/** Waits for the next reset link that an address was sent. */
export const resetLink = (mails: Mails, known: readonly string[] = []): Promise<string> =>
  freshLink('reset-password', mails, known);

/** Waits for the next link that an address was sent to confirm it. */
export const confirmationLink = (mails: Mails, known: readonly string[] = []): Promise<string> =>
  freshLink('confirm-email', mails, known);

/** Waits for the next link that an address was sent to become an account's. */
export const emailChangeLink = (mails: Mails, known: readonly string[] = []): Promise<string> =>
  freshLink('change-email', mails, known);

export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';
