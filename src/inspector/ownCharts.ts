import type { Chart } from './catalogue';
import { liveMachine } from './live/live.machine';
import { workbenchMachine } from './workbench.machine';

const own = { group: 'This workbench', source: 'docs/workbench.md' };

/** The charts of the workbench itself. */
export const ownCharts: readonly Chart[] = [
  { ...own, machine: workbenchMachine, title: 'Workbench' },
  { ...own, machine: liveMachine, title: 'Live' },
];
