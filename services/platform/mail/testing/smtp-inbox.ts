import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A mail as a server received it. */
type Received = {
  readonly to: string;
  /** Headers by lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
};

const headersOf = (raw: string): Map<string, string> => {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
};

/**
 * A real SMTP server with an inbox. `answer` decides about each mail: an error code, perhaps with its text, refuses it, and waiting delays it. With a password, senders
 * must sign in.
 */
export const smtpInbox = async (
  answer: (to: string) => Promise<number | readonly [code: number, text: string] | null> = () => Promise.resolve(null),
  port = 0,
  password: string | null = null,
) => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: password === null,
    allowInsecureAuth: true,
    onAuth: (given, _session, done) => {
      if (given.password === password) done(null, { user: given.username });
      else done(new Error('Wrong password.'));
    },
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      void answer(address).then((refusal) => {
        if (refusal === null) return done(null);
        const [responseCode, text] = typeof refusal === 'number' ? [refusal, 'No such mailbox here.'] : refusal;
        done(Object.assign(new Error(text), { responseCode }));
      });
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        for (const { address } of envelope.rcptTo) received.push({ to: address, headers: headersOf(raw), raw });
        done();
      });
    },
  });
  const listening = once(server.server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
  const address = server.server.address();
  const opened = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${opened}`,
    port: opened,
    received,
    stop: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
};
