/**
 * Runs one task at a time. Owners who wait take turns, however many tasks one of them has.
 * @returns queues a task of an owner; resolves and rejects as the task does.
 */
export function createFairQueue<Owner>() {
  const waiting = new Map<Owner, (() => Promise<void>)[]>();
  let isBusy = false;

  /** The next task of the owner who has waited longest. The rest of theirs goes to the end of the line. */
  function takeNext() {
    const [first] = waiting;
    if (!first) return undefined;
    const [owner, works] = first;
    const work = works.shift();
    waiting.delete(owner);
    if (works.length > 0) waiting.set(owner, works);
    return work;
  }

  async function run() {
    isBusy = true;
    for (let work = takeNext(); work; work = takeNext()) await work();
    isBusy = false;
  }

  return <Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const works = waiting.get(owner) ?? [];
      works.push(() => work().then(resolve, reject));
      waiting.set(owner, works);
      if (!isBusy) void run();
    });
}
