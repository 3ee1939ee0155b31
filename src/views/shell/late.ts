import { lazily } from '../lazily';

type Parts = typeof import('./lateParts');

const part = <Name extends keyof Parts>(name: Name) =>
  lazily<Parts[Name]>(async () => (await import('./lateParts'))[name]);

/** The parts of the layout that come when the screen within can be used already. */
export const late = {
  Connection: part('Connection'),
  Drawer: part('Drawer'),
  Navigation: part('Navigation'),
  Notices: part('Notices'),
  OutboxBar: part('OutboxBar'),
  ReportsBar: part('ReportsBar'),
};
