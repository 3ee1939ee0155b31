/**
 * Runs one task at a time. Waiting owners take turns, however many tasks each of them has.
 * @returns a function that queues a task of an owner; its promise settles as the task does.
 */
export function createFairQueue<Owner>() {
  const waiting = new Map<Owner, (() => Promise<void>)[]>();
  let isBusy = false;

  /** Takes the next task of the first owner in line. An owner with further tasks goes to the end of the line. */
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
