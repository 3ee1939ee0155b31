import type { Message } from '../../src/contract/chats';
import type { IncidentStatus } from '../../src/contract/incidents';
import type { Profile } from '../../src/contract/people';
import type { Person, TestApp } from '../kit/browser';
import { recordings, uploaded } from '../kit/media';
import { call, stompClient } from '../kit/server';
import { IncidentModalPage, MyCasesPage } from './pages/cases';
import { IncidentPage } from './pages/incident';
import { ProfilePage } from './pages/profile';
import { situationsOf } from './situations';

interface Place {
  /** The address, or a function that finds it. */
  readonly route: string | (() => Promise<string>);
  readonly username?: string;
  /** The charts that are broken here; by default all that run here and at no earlier place. Behind a modal nothing can be pressed. */
  readonly only?: readonly string[];
  /** Waits until it is shown. */
  shown(person: Person): Promise<unknown>;
}

/** Every screen of the app, and the modals that have a chart. */
export function placesOf(testApp: TestApp): Readonly<Record<string, Place>> {
  const situations = situationsOf(testApp);
  /** The case that Mira can end. */
  let begun = '';

  const heading = (name: string) => (person: Person) => person.page.getByRole('heading', { name }).first().waitFor();
  async function kitOfMira(): Promise<string> {
    const { id } = (await testApp.read('/api/profile', 'member')) as Profile;
    return `/profile/first-aid-kit/${id}`;
  }
  /** The page of an incident of a status, with one of its modals. */
  const modal = (status: IncidentStatus, button: string, title: string, chart: string): Place => ({
    route: async () => `/incident/${await situations.make(status)}`,
    username: 'admin',
    only: [`incident/${chart}`],
    shown: async ({ page }) => {
      const incident = new IncidentPage(page);
      await incident.header(button).click();
      await incident.dialog.getByRole('heading', { name: title }).waitFor();
    },
  });

  /** The inventory with one of its modals. */
  const inventoryModal = (button: string | RegExp, title: string, ...charts: string[]): Place => ({
    route: '/inventory',
    username: 'inventory',
    only: charts.map((chart) => `inventory/${chart}`),
    shown: async ({ page }) => {
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click();
      await page.getByRole('dialog').getByRole('heading', { name: title }).waitFor();
    },
  });

  /** Mira's own kit, with one of its dialogs. */
  const kit = (button: RegExp, chart: string): Place => ({
    route: kitOfMira,
    username: 'member',
    only: [`kit/${chart}`],
    async shown({ page }) {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  });

  return {
    'the login': { route: '/login', shown: ({ login }) => login.isShown() },
    'the sign-up': { route: '/signup', shown: heading('Join Our Team') },
    'the chat list': { route: '/chat', username: 'member', shown: heading('Hello, Mira!') },
    'a chat': {
      route: async () => {
        const { base } = testApp.server;
        const token = await testApp.token('ravi');
        const client = await stompClient(base, token);
        const voice = await uploaded(base, token, recordings.voiceWebm);
        const body = { ...voice, text: null, parentMessageId: null, clientMessageId: crypto.randomUUID() };
        await client.sendAndWait('/app/gchat/send', body);
        await client.close();
        return '/gchat';
      },
      username: 'member',
      shown: async ({ chat, voice }) => {
        await chat.isUsable();
        await voice.from('Ravi').waitFor();
      },
    },
    'the earlier versions of a message': {
      route: async () => {
        const { base } = testApp.server;
        const token = await testApp.token('ravi');
        const client = await stompClient(base, token);
        const heard = await client.subscribe('/topic/gchat');
        await client.sendAndWait('/app/gchat/send', { text: 'With a tpyo', clientMessageId: crypto.randomUUID() });
        const { id } = await heard.next<Message>(({ text }) => text === 'With a tpyo');
        await client.close();
        await call(base, `/api/messages/${id}`, { token, method: 'PUT', body: { text: 'Without a typo' } });
        return '/gchat';
      },
      username: 'admin',
      only: ['messageVersions'],
      shown: async ({ page, chat }) => {
        await chat.isUsable();
        // Opened by keyboard, because the row may still move when something above it grows, and a mouse would miss it.
        await chat.message('Without a typo').press('Enter');
        await chat.menu.getByRole('button', { name: 'Earlier versions' }).click();
        await page.getByRole('dialog').getByText('With a tpyo').waitFor();
      },
    },
    'the live incidents': { route: '/live', username: 'member', shown: heading('Live Incidents') },
    'an incident': {
      route: '/incident/3',
      username: 'admin',
      shown: ({ page }) => new IncidentPage(page).isShown('3'),
    },
    'the edit form': modal('ASSIGNED', 'Edit', 'Edit Incident', 'incidentEdit'),
    'the question before an incident is closed': modal(
      'REPORTED',
      'Close Incident',
      'Close Incident',
      'incidentClosing',
    ),
    'the question before one is deleted': modal('CLOSED', 'Delete Incident', 'Delete Incident', 'incidentDeleting'),
    'the team of an incident': modal('ASSIGNED', 'View Team', 'Team', 'team'),
    'the kit of a team': modal('ASSIGNED', 'View Team Kit', 'Team Kit', 'teamKit'),
    'the history of an incident': modal('RESOLVED', 'History', 'Case History', 'incidentHistory'),
    'the incident of a chat': {
      route: async () => `/chat/${await testApp.caseChat()}`,
      username: 'member',
      only: ['incidentDetails'],
      shown: async ({ page }) => {
        const modal = new IncidentModalPage(page);
        await modal.info.click();
        await modal.viewTeam.waitFor();
      },
    },
    'the start of a case': {
      route: '/my-cases',
      username: 'member',
      only: ['myCases/initiation'],
      shown: async ({ page }) => {
        const cases = new MyCasesPage(page);
        await cases.initiate('3');
        await cases.dialog.waitFor();
      },
    },
    'the end of a case': {
      route: async () => {
        begun = await situations.make('IN_PROGRESS');
        return '/my-cases';
      },
      username: 'member',
      only: ['myCases/completion/completionBar', 'myCases/completion'],
      shown: ({ page }) => new MyCasesPage(page).finish(begun),
    },
    'the edit page': { route: '/incident/3/update', username: 'captain', shown: heading('Update Incident #3') },
    'the gallery': { route: '/incident/3/media', username: 'admin', shown: heading('Media') },
    'the assignment': { route: '/incident/3/assign', username: 'captain', shown: heading('Assign') },
    'my cases': { route: '/my-cases', username: 'member', shown: heading('My Active Cases') },
    'the report': { route: '/report', username: 'member', shown: heading('Report an Incident') },
    'the inventory': { route: '/inventory', username: 'inventory', shown: heading('Master Item List') },
    'an item': inventoryModal('New Item', 'New Item', 'itemEdit'),
    'the question before an item is deleted': inventoryModal('Delete Bandage', 'Cannot Delete Item', 'itemDeleting'),
    'the categories': inventoryModal('Categories', 'Categories', 'categories'),
    'the stock of an item': inventoryModal('Stock of Gloves', 'Stock of Gloves', 'stock/stockChange', 'stock'),
    'the import of items': inventoryModal('Import', 'Import Items', 'itemImport'),
    'the search for a barcode': inventoryModal(/^(Scan|Find by Barcode)$/, 'Find by Barcode', 'scanning'),
    'the notifications': {
      route: '/notifications',
      username: 'member',
      shown: async ({ page }) => {
        await page.getByRole('feed', { name: 'Notifications' }).waitFor();
        // The news that is shown on every screen starts after the first one.
        await page.getByRole('status', { name: 'News' }).waitFor({ state: 'attached' });
      },
    },
    'the leaderboard': { route: '/leaderboard', username: 'member', shown: heading('Leaderboard') },
    'the own kit': { route: kitOfMira, username: 'member', shown: heading('My requests') },
    'an item of the kit': kit(/^Set quantity of/, 'kitItem'),
    'a personal item for the kit': kit(/^Add personal item/, 'personalItem'),
    'what another app shares': { route: '/share', username: 'member', shown: heading('Shared') },
    'the search': {
      route: '/search?text=kitten',
      username: 'member',
      shown: ({ page }) =>
        page
          .getByRole('link', { name: /vegetable market/ })
          .first()
          .waitFor(),
    },
    'the volunteers': { route: '/volunteers', username: 'member', shown: heading('Volunteers') },
    'a volunteer': { route: '/volunteer/6', username: 'superadmin', shown: heading('Admin Controls') },
    'the approvals': { route: '/approvals', username: 'admin', shown: heading('Approvals') },
    'the super admin': { route: '/superadmin', username: 'superadmin', shown: heading('Archives') },
    'the users': {
      route: '/superadmin',
      username: 'superadmin',
      only: ['superAdmin/manageUsers'],
      shown: async ({ page }) => {
        await page.getByRole('button', { name: 'Manage Users' }).click();
        await page.getByText('Select all shown').waitFor();
      },
    },
    'the audit log': { route: '/superadmin/audit', username: 'superadmin', shown: heading('Audit Log') },
    'the profile': { route: '/profile', username: 'member', shown: heading('Settings') },
    'the change of a password': {
      route: '/profile',
      username: 'member',
      only: ['profile/password'],
      shown: ({ page }) => new ProfilePage(page).openPassword(),
    },
  };
}
