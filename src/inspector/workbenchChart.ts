import type { Chart } from './catalogue';
import { workbenchMachine } from './workbench.machine';

export const workbenchChart: Chart = {
  machine: workbenchMachine,
  title: 'This workbench',
  group: 'Workbench',
  source: 'docs/workbench.md',
};
