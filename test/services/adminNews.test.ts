import { afterEach, expect, it, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { connections, portOf, started } from './leaving';

// Only the wiring is tested here: the screens that it hands on need a browser.
vi.mock('../../src/views/admin/AuditScreen', () => ({ AuditScreen: null }));
vi.mock('../../src/views/admin/SuperAdminScreen', () => ({ SuperAdminScreen: null }));
const { provideAudit, provideSuperAdmin } = await import('../../src/wiring/admin/admin');

afterEach(() => vi.unstubAllGlobals());

it('the audit log, of which no server tells, is fetched again when its page is looked at again', () => {
  vi.stubGlobal('window', new EventTarget());
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  const { gateways } = connections();
  Object.assign(gateways.realtime, { watchIncidents: () => () => {} });
  const outdated = vi.fn();
  const src = portOf(provideAudit(gateways), 'auditNews');
  const screen = createActor(createMachine({ invoke: { src }, on: { 'log.outdated': { actions: outdated } } })).start();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(outdated).toHaveBeenCalledOnce();
  screen.stop();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(outdated).toHaveBeenCalledOnce();
});

it.each(['approvals.changed', 'member.left'])('the list of the users is fetched again after %s', async (news) => {
  const { gateways, calls, end } = connections();
  let hear = (_type: string) => {};
  const watchMemberNews = (
    _: string,
    types: readonly string[],
    { changed }: { changed: (incidentId: null) => void },
  ) => {
    hear = (type) => types.includes(type) && changed(null);
    return () => {};
  };
  Object.assign(gateways.realtime, { watchMemberNews });
  const feed = started(portOf(provideSuperAdmin(gateways), 'manageUsers', 'feed'), {
    query: { userId: '7' },
    gather: 0,
    parent: createActor(createMachine({})).start(),
  });
  await end([]);
  expect(calls).toEqual([]);
  hear(news);
  await end([]);
  feed.stop();
});
