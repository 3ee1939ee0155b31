import type { Catalogue } from '../inspector/catalogue';
import { catalogue } from '../machines/catalogue';
import { invariants } from '../machines/lifecycles/invariants';
import { TRACE_CHANNEL } from '../services/trace/trace.channel';
import { administration, administrationSamples } from './administration';
import { callersOf, titleOf } from './callers';
import { samplesOf } from './samples';
import { revive } from './values';
import { words } from './words';

/** The last commit that has changed a rule, as the build has found it in the history (scripts/kit/workbench.config.ts). */
const version: string | undefined = import.meta.env.VITE_RULES_VERSION;

/** The charts of this app for the workbench: lifecycles first, then the workflows by area. */
const appCatalogue: Catalogue = {
  title: 'Rules workbench',
  traceChannel: TRACE_CHANNEL,
  coverage: new URL('../../docs/coverage.json', import.meta.url).href,
  // The build writes them beside the page (scripts/kit/versions.mjs).
  versionsOf: (chart) => `charts/${chart}.json`,
  history: 'charts/versions.json',
  // As a file of its own, which is loaded when somebody wants to read a decision.
  decisions: async () => (await import('../../docs/decisions.md?raw')).default,
  ...(version && { version }),
  invariants: Object.values(invariants),
  words,
  revive,
  charts: [
    ...catalogue.map(({ machine, title, area, source, kind }) => ({
      machine,
      title,
      group: kind === 'lifecycle' ? 'Lifecycles: what a thing may go through' : `${titleOf(area)}: what a person does`,
      source,
      ...callersOf(machine.id),
      ...samplesOf(machine.id),
    })),
    {
      machine: administration,
      title: 'Administration',
      group: 'Administration: what depends on roles alone',
      source: 'S2 §5, §6, DECISIONS 16',
      ...callersOf(administration.id),
      samples: administrationSamples,
    },
  ],
};
export default appCatalogue;
