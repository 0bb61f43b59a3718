import { Socket } from 'node:net';

/** How many bytes are read in one turn of the event loop, by all paced sockets together: reading rows out of them takes a few milliseconds. */
const mostOfTurn = 128 * 1024;
/** What a socket reads at once, as the system hands it over. */
const atOnce = 64 * 1024;

/** Shares each turn of the event loop among sockets that have much to read. */
const share = () => {
  const resting = new Set<() => void>();
  let bytesOfTurn = 0;
  let isTurning = false;

  const turn = (): void => {
    isTurning = false;
    bytesOfTurn = 0;
    // Each reads once; what it reads makes it rest again when the turn is full.
    for (const resume of [...resting].slice(0, mostOfTurn / atOnce)) {
      resting.delete(resume);
      resume();
    }
    if (resting.size > 0) nextTurn();
  };

  const nextTurn = (): void => {
    if (isTurning) return;
    isTurning = true;
    setImmediate(turn);
  };

  return {
    /** @returns whether the turn has room for more */
    take: (bytes: number): boolean => {
      bytesOfTurn += bytes;
      nextTurn();
      return bytesOfTurn < mostOfTurn;
    },
    rest: (resume: () => void): void => {
      resting.add(resume);
      nextTurn();
    },
  };
};

const ofProcess = share();

/**
 * A socket that reads no more than its part of a turn of the event loop. The system hands over what has arrived, megabytes of it, without a pause;
 * reading all rows out of it would block the loop.
 */
export class PacedSocket extends Socket {
  #isResting = false;

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    const wantsMore = super.push(chunk, encoding);
    if (!Buffer.isBuffer(chunk) || ofProcess.take(chunk.length)) return wantsMore;
    if (!this.#isResting) {
      this.#isResting = true;
      ofProcess.rest(() => {
        this.#isResting = false;
        if (!this.destroyed) this._read(atOnce);
      });
    }
    return false;
  }

  override _read(size: number): void {
    if (!this.#isResting) super._read(size);
  }
}
