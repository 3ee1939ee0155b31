import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';
import * as v from 'valibot';
import { fromCallback, fromPromise } from 'xstate';
import { type Address, readAddress, writeAddress } from './address';
import { coverageFrom } from './chart/coverage';
import { chartFrom } from './chart/file';
import { History, isOf } from './chart/history';
import { drawingOf, graphOf } from './chart/layout';
import { liveViewMachine } from './live/liveView.machine';
import { recordingFrom, Told } from './live/record';
import { isOwn } from './ownCharts';
import { type LayoutInput, type Readable, type VersionInput, workbenchMachine } from './workbench.machine';

/** Lays out graphs in a worker, one after the other. ELK itself does not notice a worker that cannot be loaded. */
function startElk() {
  const lost = Promise.withResolvers<never>();
  const elk = new ELK({
    workerFactory: () => {
      const worker = new Worker(workerAddress);
      worker.addEventListener('error', lost.reject);
      return worker;
    },
  });
  return {
    layOut: (graph: ElkNode) => Promise.race([elk.layout(graph), lost.promise]),
    end: () => elk.terminateWorker(),
  };
}

const addressBar = fromCallback<{ type: 'address.write'; address: Address }>(({ sendBack, receive }) => {
  const tell = () => sendBack({ type: 'address.changed', address: readAddress(location.hash) });
  // Another step in the same chart makes no entry in the browser's history, so Back leads to the page before.
  receive(({ address }) => history.replaceState(null, '', writeAddress(address)));
  addEventListener('hashchange', tell);
  tell();
  return () => removeEventListener('hashchange', tell);
});

/** For a workbench inside a page that has an address of its own. */
export const noAddressBar: typeof addressBar = fromCallback(() => {});

/** The chart of the workbench with its ports for a browser: the address bar, ELK in a worker, and files. */
export function provideWorkbench(address = addressBar) {
  let elk: ReturnType<typeof startElk> | null = null;
  /** The next layout gets a new worker. */
  const endElk = () => {
    elk?.end();
    elk = null;
  };
  return workbenchMachine.provide({
    actors: {
      address,
      layOut: fromPromise(
        async ({ input: { chart, collapsed }, signal }: { input: LayoutInput; signal: AbortSignal }) => {
          // A layout that nobody waits for any more is given up: the next one would wait behind it.
          signal.addEventListener('abort', endElk);
          try {
            elk ??= startElk();
            return drawingOf(chart, collapsed, await elk.layOut(graphOf(chart, collapsed)));
          } catch (error) {
            endElk();
            throw error;
          } finally {
            signal.removeEventListener('abort', endElk);
          }
        },
      ),
      readChart: fromPromise(async ({ input: { file } }) => ({
        title: file.name,
        chart: chartFrom(await file.text()),
      })),
      readVersion: fromPromise(({ input }: { input: VersionInput }) => versionIn(input)),
      readCoverage: fromPromise(async ({ input: { file } }) => coverageFrom(await file.text())),
    },
  });
}

/** A file of the project, which is fetched when it is read. */
export const fileAt = (address: string): Readable => ({
  text: async () => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
    return answer.text();
  },
});

const Versions = v.array(
  v.object({ title: v.string(), text: v.string(), changed: v.optional(v.array(v.string()), () => []) }),
);

/** Fetches a list that the build may have written. Null if it could not be fetched or read. */
async function listAt<Item>(address: string, schema: v.GenericSchema<unknown, Item[]>): Promise<Item[] | null> {
  try {
    const answer = await fetch(address);
    // A project without a list has none. The server of `npm run workbench` answers with a page then.
    if (answer.status === 404 || answer.headers.get('content-type')?.startsWith('text/html')) return [];
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
    return v.parse(schema, await answer.json());
  } catch (error) {
    console.warn('No earlier versions', address, error);
    return null;
  }
}

/** Fetches the earlier versions of a chart. The input is the address of their list. */
export const readVersions = fromPromise(({ input: address }: { input: string }) => listAt(address, Versions));

/** Fetches the versions of all charts together. */
export const readHistory = (address: string) => listAt(address, History);

/**
 * The chart as it was in a version of all charts. A chart that has not changed since is as it is; of a new one there was nothing. Null if
 * no such version is known here, as of a commit that is older than the list.
 */
async function versionIn({ chart, since, history, versionsOf = () => '' }: VersionInput) {
  if (history === undefined || isOwn(chart.id)) return null;
  const version = fetched(await readHistory(history)).find(isOf(since));
  if (!version) return null;
  const { title, changed } = version;
  const place = changed[chart.id];
  if (place === undefined) return { title, chart };
  const { rules } = chart;
  if (place === null)
    return { title, chart: { id: chart.id, states: [], transitions: [], forbidding: [], ...(rules && { rules: [] }) } };
  const text = fetched(await listAt(versionsOf(chart.id), Versions))[place]?.text;
  return text === undefined ? null : { title, chart: chartFrom(text) };
}

function fetched<Item>(list: Item[] | null): Item[] {
  if (list === null) throw new Error('A list of earlier versions could not be fetched');
  return list;
}

/** Under this name the browser keeps the commit of the version that its reviewer has read last. */
const REVIEWED = 'workbench.reviewed';
/** The commit of the version that was reviewed last in this browser; '' for none, or if the browser keeps nothing. */
export function readReviewed(): string {
  try {
    return localStorage.getItem(REVIEWED) ?? '';
  } catch {
    return '';
  }
}
export const keepReviewed = (commit: string): void => keepInBrowser(REVIEWED, commit);

function keepInBrowser(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    console.warn(`The browser does not keep '${key}'`, error);
  }
}

/** Loads the text of the project's decisions. Null if it could not be loaded. */
export const readDecisions = fromPromise(async ({ input: read }: { input: () => Promise<string> }) => {
  try {
    return await read();
  } catch (error) {
    console.warn('No decisions', error);
    return null;
  }
});

/** How often the pages are asked again, in milliseconds. A page stops reporting if nobody has asked for 10 s. */
const ASKING = 5_000;

/** The chart of the Live tab with its ports for a browser: the channel between its tabs, and files. */
export function provideLive(channelName: string) {
  return liveViewMachine.provide({
    actors: {
      pages: fromCallback(({ sendBack }) => {
        // Pages that are opened from now on record from their start (`src/services/trace/trace.channel.ts`).
        keepInBrowser(channelName, 'followed');
        const channel = new BroadcastChannel(channelName);
        // The pages tell their history to each follower once. `crypto.randomUUID` does not exist on pages served over plain http.
        const follower = Math.random().toString(36);
        channel.onmessage = ({ data }) => {
          const { success, output } = v.safeParse(Told, data);
          if (success && (output.type === 'trace.recorded' || output.follower === follower))
            sendBack({ type: 'pages.told', told: output });
        };
        const ask = () => channel.postMessage({ type: 'trace.asked', follower });
        ask();
        const asking = setInterval(ask, ASKING);
        return () => {
          clearInterval(asking);
          channel.close();
        };
      }),
      readRecording: fromPromise(async ({ input: { file } }) => recordingFrom(await file.text())),
    },
  });
}
