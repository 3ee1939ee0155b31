import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import catalogue from '#workbench-catalogue';
import { readChart } from './chart/model';
import { provideWorkbench } from './ports';
import { Workbench } from './views/Workbench';
import { workbenchChart } from './workbenchChart';
import '../styles/index.css';

/** The workbench is a chart itself, and the last of those that it shows. */
const charts = [...catalogue.charts, workbenchChart];
const actor = createActor(provideWorkbench(), {
  input: { catalogue: { ...catalogue, charts }, models: charts.map(({ machine }) => readChart(machine)) },
}).start();
document.title = catalogue.title;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <Workbench actor={actor} />
  </StrictMode>,
);
