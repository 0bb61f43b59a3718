import { randomUUID } from 'node:crypto';
import type { CommandError, EventData } from '@eventstore/db-client';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { ExpectedRevision } from '../event-store.ts';
import { shared, streams, unpackToCommandError, type BatchAppendReq, type BatchAppendResp } from './client-insides.ts';
import { NoAnswer, within } from './no-answer.ts';

/** One append as it is sent. */
export type Sent = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventData[];
};

/** What the server says of an append that took place. */
export type Acknowledged = {
  /** Of the last event; absent where the server does not say it. */
  readonly position: { readonly commit: bigint; readonly prepare: bigint } | undefined;
};

type Duplex = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;

/** Bytes of events in one message; the server takes messages of 4 MiB, and an append may come in several. */
const messageBytes = 3 * 1024 * 1024;

/**
 * The appends of one connection, over one call that stays open. Each connection has its own list of appends that wait for
 * an answer, so that the end of another connection cannot reject them, which the client's own batch call would do.
 */
export class AppendCall {
  readonly #duplex: Duplex;
  readonly #waiting = new Map<string, PromiseWithResolvers<Acknowledged>>();
  #isOpen = true;

  /** @param onEnd called once, when the call takes no more appends */
  constructor(duplex: Duplex, onEnd: () => void) {
    this.#duplex = duplex;
    const end = (error: Error): void => {
      if (this.#isOpen) onEnd();
      this.#isOpen = false;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    duplex.on('data', (answer: BatchAppendResp) => this.#settle(answer));
    duplex.on('error', end);
    duplex.on('end', () => end(new NoAnswer('The server ended the call for appends.')));
  }

  /**
   * @param milliseconds how long to wait for the answer
   * @throws CommandError when the server refuses it; NoAnswer or a connection's error when its outcome is unknown
   */
  async append({ stream, expected, events }: Sent, milliseconds: number): Promise<Acknowledged> {
    const id = randomUUID();
    const answer = Promise.withResolvers<Acknowledged>();
    this.#waiting.set(id, answer);
    try {
      for (const message of messagesOf(id, optionsOf(stream, expected), events)) this.#duplex.write(message);
      return await within(milliseconds, `an append to ${stream}`, answer.promise);
    } finally {
      this.#waiting.delete(id);
      this.#leave();
    }
  }

  /** Takes no more appends and closes the call once those that wait are answered. */
  end(): void {
    this.#isOpen = false;
    this.#leave();
  }

  #leave(): void {
    if (!this.#isOpen && this.#waiting.size === 0) this.#duplex.cancel();
  }

  #settle(answer: BatchAppendResp): void {
    // An append whose writer has given up is no longer waited for.
    const waiting = this.#waiting.get(answer.getCorrelationId()?.getString() ?? '');
    const success = answer.getSuccess();
    if (success) waiting?.resolve({ position: positionOf(success) });
    else waiting?.reject(refusalOf(answer));
  }
}

const positionOf = (success: BatchAppendResp.Success): Acknowledged['position'] => {
  const position = success.getPosition();
  return position && { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) };
};

const refusalOf = (answer: BatchAppendResp): CommandError | NoAnswer => {
  const error = answer.getError();
  if (!error?.getDetails()) return new NoAnswer(`The server answered an append with "${error?.getMessage() ?? ''}".`);
  const name = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
  return unpackToCommandError(error, name);
};

/** Without a deadline, which is a time of day here: a server whose clock is ahead would refuse every append. Its own time limit applies. */
const optionsOf = (stream: string, expected: ExpectedRevision): BatchAppendReq.Options => {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(identifier);
  return expected === 'no_stream'
    ? options.setNoStream(new empty.Empty())
    : options.setStreamPosition(String(expected));
};

const messageOf = ({ id, type, contentType, data, metadata }: EventData): BatchAppendReq.ProposedMessage => {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(JSON.stringify(data), 'utf8'))
    .setCustomMetadata(Buffer.from(JSON.stringify(metadata), 'utf8'));
  message.getMetadataMap().set('type', type).set('content-type', contentType);
  return message;
};

/** An append as one message, or as several when its events are large; the last one is marked as final. */
const messagesOf = (
  id: string,
  options: BatchAppendReq.Options,
  events: readonly EventData[],
): readonly BatchAppendReq[] => {
  const begin = () => new streams.BatchAppendReq().setCorrelationId(new shared.UUID().setString(id));
  let current = begin().setOptions(options);
  const messages = [current];
  let bytes = 0;
  for (const event of events) {
    const message = messageOf(event);
    const size = message.getData_asU8().length + message.getCustomMetadata_asU8().length;
    if (bytes > 0 && bytes + size > messageBytes) {
      current = begin();
      messages.push(current);
      bytes = 0;
    }
    bytes += size;
    current.addProposedMessages(message);
  }
  current.setIsFinal(true);
  return messages;
};
