// What the layout can do without for a moment, in one file: each file costs a request.
export { OutboxBar } from '../chat/outbox/OutboxBar';
export { ReportsBar } from '../incidents/report/ReportsBar';
export { Connection } from './ConnectionBanner';
export { Drawer } from './Drawer';
export { Navigation } from './Navigation';
export { Notices } from './Notices';
