import type { Chart } from './catalogue';
import { liveViewMachine } from './live/liveView.machine';
import { workbenchMachine } from './workbench.machine';

const own = { group: 'This workbench', source: 'docs/workbench.md' };

/** The charts of the workbench itself. */
export const ownCharts: readonly Chart[] = [
  { ...own, machine: workbenchMachine, title: 'Workbench' },
  { ...own, machine: liveViewMachine, title: 'Live' },
];

/** Whether a chart is one of the workbench itself. The project's history has no versions of those. */
export const isOwn = (id: string): boolean => ownCharts.some(({ machine }) => machine.id === id);
