/**
 * What a loop that other work shares may take at once, in milliseconds of processor time. Work that belongs on a thread takes a second and more, a
 * collection of a large heap on a crowded machine up to 200.
 */
export const sharedLoopBlock = 500;

/**
 * Watches how long the event loop is blocked, in milliseconds of processor time of its thread: unlike time by the clock, it does not grow when other
 * programs use the processors.
 */
export const loopBlocks = () => {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = used();
  let longest = 0;
  const timer = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return {
    /** @returns the longest block since the last call */
    longest: (): number => {
      // The block that has not ended yet counts too: what settles a promise runs before the timer.
      const now = used();
      const found = Math.max(longest, now - last);
      longest = 0;
      last = now;
      return found;
    },
    stop: (): void => clearInterval(timer),
  };
};
