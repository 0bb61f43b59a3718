declare module '../kit/services.ts' {
  interface Services {
    readonly mailer: Mailer;
  }
}

export type Mail = {
  /** Of the mail itself: sending it again uses the same one, so that mail programs show it once. */
  readonly id: string;
  /** Whose mail it is: mails that are saved as files are removed with it. */
  readonly owner: string;
  /** The display name of the sender. */
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly date: number;
  /** Nobody has clicked for it: it is marked, so that no program answers it. */
  readonly isAutomatic?: boolean;
  /** The address at which the recipient ends this kind of mail, by one click in its mail program (RFC 8058). */
  readonly stopAddress?: string | null;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
};

/** The mail server refuses the mail permanently; the message is its answer. */
export class MailRefused extends Error {
  /** There is no such mailbox; otherwise the address may be good. */
  readonly isUnknownMailbox: boolean;
  constructor(
    message: string,
    { isUnknownMailbox = false, ...options }: ErrorOptions & { isUnknownMailbox?: boolean } = {},
  ) {
    super(message, options);
    this.isUnknownMailbox = isUnknownMailbox;
  }
}

/** The mail cannot be delivered now, but later perhaps; the message tells the sender why, the cause has the details. */
export class MailDelayed extends Error {
  /** The mail server puts the mail off; otherwise it cannot be reached. */
  readonly isAnswer: boolean;
  constructor(message: string, { isAnswer = false, ...options }: ErrorOptions & { isAnswer?: boolean } = {}) {
    super(message, options);
    this.isAnswer = isAnswer;
  }
}

export type Mailer = {
  /** False: it saves mails as files. */
  readonly sends: boolean;
  /** The address that all mail comes from. */
  readonly from: string;
  /**
   * @returns the name of the file in which the mail is, if it was not sent
   * @throws MailRefused, MailDelayed; any other error may pass
   */
  readonly deliver: (mail: Mail) => Promise<{ readonly savedAs: string | null }>;
  /** Removes the saved mails of an owner. */
  readonly forget: (owner: string) => Promise<void>;
};
