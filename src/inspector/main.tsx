import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { readAddress } from './address';
import { ownCharts } from './ownCharts';
import { provideLive, provideWorkbench } from './ports';
import { readAll } from './reading';
import { Failure } from './views/Failure';
import { Workbench } from './views/Workbench';
import '../styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
// React has taken the page away when it tells an error.
const page = createRoot(root, { onUncaughtError: giveUp });

function giveUp(error: unknown): void {
  console.error(error);
  page.render(<Failure error={error} />);
}

async function open(): Promise<void> {
  // XState checks a chart when its module is loaded. So the catalogue is loaded apart: an import at the top would fail before the page
  // could say why.
  const { default: catalogue } = await import('#workbench-catalogue');
  // The workbench itself is built of charts. They come last in the list.
  const { charts, models, unread } = readAll({ ...catalogue, charts: [...catalogue.charts, ...ownCharts] });
  const actor = createActor(provideWorkbench(), {
    input: { catalogue: { ...catalogue, charts }, models, unread, address: readAddress(location.hash) },
  }).start();
  const live = createActor(provideLive(catalogue.traceChannel ?? '')).start();
  page.render(
    <StrictMode>
      <Workbench actor={actor} live={live} />
    </StrictMode>,
  );
}
open().catch(giveUp);
