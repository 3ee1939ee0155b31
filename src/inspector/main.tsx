import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import catalogue from '#workbench-catalogue';
import { readAddress } from './address';
import { readChart } from './chart/model';
import { ownCharts } from './ownCharts';
import { provideLive, provideWorkbench } from './ports';
import { Failure } from './views/Failure';
import { Workbench } from './views/Workbench';
import '../styles/index.css';

/** The workbench itself is built of charts. They come last in the list. */
const charts = [...catalogue.charts, ...ownCharts];
const actor = createActor(provideWorkbench(), {
  input: {
    catalogue: { ...catalogue, charts },
    models: charts.map(({ machine }) => readChart(machine, catalogue.words)),
    address: readAddress(location.hash),
  },
}).start();
const live = createActor(provideLive(catalogue.traceChannel ?? '')).start();
document.title = catalogue.title;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
const page = createRoot(root, {
  // React has taken the page away by then.
  onUncaughtError: (error) => {
    console.error(error);
    page.render(<Failure error={error} />);
  },
});
page.render(
  <StrictMode>
    <Workbench actor={actor} live={live} />
  </StrictMode>,
);
