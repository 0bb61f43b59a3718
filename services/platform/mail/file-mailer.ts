import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

/** Saves each mail as an `.eml` file, which mail programs can open, and reports its path to `say`. */
export const fileMailer = (directory: string, sender: Sender, say: (line: string) => void): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    sends: false,
    deliver: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, sender));
      const name = `${mail.owner}.${mail.id}.eml`;
      const file = path.join(directory, name);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Mails have addresses in them: only the account of the server reads them.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      say(`No mail server is set: an email was saved as ${file}`);
      return { savedAs: name };
    },
    forget: async (owner) => {
      const files = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const own = files.filter((name) => name.startsWith(`${owner}.`));
      await Promise.all(own.map((name) => rm(path.join(directory, name), { force: true })));
    },
  };
};
