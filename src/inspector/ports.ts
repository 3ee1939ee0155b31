import ELK from 'elkjs/lib/elk-api.js';
import workerAddress from 'elkjs/lib/elk-worker.min.js?url';
import { fromCallback, fromPromise } from 'xstate';
import { type Address, readAddress, writeAddress } from './address';
import { chartFrom } from './chart/file';
import { drawingOf, graphOf } from './chart/layout';
import { type LayoutInput, workbenchMachine } from './workbench.machine';

/** The chart of the workbench with a browser's ports: the address bar, ELK in a worker, files. */
export function provideWorkbench() {
  const elk = new ELK({ workerFactory: () => new Worker(workerAddress) });
  return workbenchMachine.provide({
    actors: {
      address: fromCallback<{ type: 'address.write'; address: Address }>(({ sendBack, receive }) => {
        const tell = () => sendBack({ type: 'address.changed', address: readAddress(location.hash) });
        // The same chart drawn at another step is no new page: Back leads to the page before.
        receive(({ address }) => history.replaceState(null, '', writeAddress(address)));
        addEventListener('hashchange', tell);
        tell();
        return () => removeEventListener('hashchange', tell);
      }),
      layOut: fromPromise(async ({ input: { chart, collapsed } }: { input: LayoutInput }) =>
        drawingOf(chart, collapsed, await elk.layout(graphOf(chart, collapsed))),
      ),
      readFile: fromPromise(async ({ input: { file } }) => chartFrom(await file.text())),
    },
  });
}
