import type { Message } from '../../src/contract/chats';
import type { Profile } from '../../src/contract/people';
import type { Person, TestApp } from '../kit/browser';
import { recordings, uploaded } from '../kit/media';
import { stompClient } from '../kit/server';
import { IncidentModalPage, MyCasesPage } from './pages/cases';
import { IncidentPage } from './pages/incident';
import { ProfilePage } from './pages/profile';
import { situationsOf } from './situations';

interface Place {
  /** The address, or a function that finds it. */
  readonly route: string | (() => Promise<string>);
  readonly username?: string;
  /** Waits until it is shown. */
  shown(person: Person): Promise<unknown>;
  /** What is on the screen at once when it is loaded again, from what the device has kept. */
  readonly isKept?: true;
  /** Its modals that have a chart, by their names. */
  readonly modals?: Readonly<Record<string, Modal>>;
}

interface Modal {
  /** The charts that run only here. */
  readonly charts: readonly string[];
  /** Opens it from the screen, and waits until it is shown. */
  open(person: Person): Promise<unknown>;
}

/** Every screen of the app, and the modals that have a chart. */
export function placesOf(testApp: TestApp): Readonly<Record<string, Place>> {
  const situations = situationsOf(testApp);
  /** The case that Mira can end. */
  let begun = '';

  const heading = (name: string) => (person: Person) => person.page.getByRole('heading', { name }).first().waitFor();
  /** A modal behind a button in the header of an incident. */
  const ofIncident = (button: string, title: string, chart: string): Modal => ({
    charts: [`incident/${chart}`],
    open: async ({ page }) => {
      const incident = new IncidentPage(page);
      await incident.header(button).click();
      await incident.dialog.getByRole('heading', { name: title }).waitFor();
    },
  });

  const ofInventory = (button: string | RegExp, title: string, ...charts: string[]): Modal => ({
    charts: charts.map((chart) => `inventory/${chart}`),
    open: async ({ page }) => {
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click();
      await page.getByRole('dialog').getByRole('heading', { name: title }).waitFor();
    },
  });

  const ofKit = (button: RegExp, chart: string): Modal => ({
    charts: [`kit/${chart}`],
    async open({ page }) {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  });

  return {
    'the login': { route: '/login', shown: ({ login }) => login.isShown() },
    'the sign-up': { route: '/signup', shown: heading('Join Our Team') },
    'the chat list': { route: '/chat', username: 'member', shown: heading('Hello, Mira!'), isKept: true },
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
      isKept: true,
    },
    'the chat of an admin': {
      route: async () => {
        await testApp.say('ravi', 'gchat', 'With a tpyo');
        const [newest] = (await testApp.read('/api/gchat/messages?limit=1', 'ravi')) as Message[];
        await testApp.act('ravi', 'PUT', `/api/messages/${newest?.id}`, { text: 'Without a typo' });
        return '/gchat';
      },
      username: 'admin',
      shown: ({ chat }) => chat.isUsable(),
      modals: {
        'the earlier versions of a message': {
          charts: ['messageVersions'],
          open: async ({ page, chat }) => {
            // Opened by keyboard, because the row may still move when something above it grows, and a mouse would miss it.
            await chat.message('Without a typo').press('Enter');
            await chat.menu.getByRole('button', { name: 'Earlier versions' }).click();
            await page.getByRole('dialog').getByText('With a tpyo').waitFor();
          },
        },
      },
    },
    'the live incidents': { route: '/live', username: 'member', shown: heading('Live Incidents'), isKept: true },
    'an incident with a team': {
      route: '/incident/3',
      username: 'admin',
      shown: ({ page }) => new IncidentPage(page).isShown('3'),
      isKept: true,
      modals: {
        'the edit form': ofIncident('Edit', 'Edit Incident', 'incidentEdit'),
        'the team': ofIncident('View Team', 'Team', 'team'),
        'the kit of the team': ofIncident('View Team Kit', 'Team Kit', 'teamKit'),
      },
    },
    'a new incident': {
      route: async () => `/incident/${await situations.make('REPORTED')}`,
      username: 'admin',
      shown: heading('Incident #'),
      modals: {
        'the question before it is closed': ofIncident('Close Incident', 'Close Incident', 'incidentClosing'),
      },
    },
    'an incident that is over': {
      route: async () => `/incident/${await situations.make('RESOLVED')}`,
      username: 'admin',
      shown: heading('Incident #'),
      modals: {
        'the history': ofIncident('History', 'Case History', 'incidentHistory'),
        'the question before it is deleted': ofIncident('Delete Incident', 'Delete Incident', 'incidentDeleting'),
      },
    },
    'the chat of a case': {
      route: async () => `/chat/${await testApp.caseChat()}`,
      username: 'member',
      shown: ({ chat }) => chat.isUsable(),
      modals: {
        'the incident': {
          charts: ['incidentDetails'],
          open: async ({ page }) => {
            const modal = new IncidentModalPage(page);
            await modal.info.click();
            await modal.viewTeam.waitFor();
          },
        },
      },
    },
    'my cases': {
      route: async () => {
        begun = await situations.make('IN_PROGRESS');
        return '/my-cases';
      },
      username: 'member',
      shown: heading('My Active Cases'),
      isKept: true,
      modals: {
        'the start of a case': {
          charts: ['myCases/initiation'],
          open: async ({ page }) => {
            const cases = new MyCasesPage(page);
            await cases.initiate('3');
            await cases.dialog.waitFor();
          },
        },
        'the end of a case': {
          charts: ['myCases/completion/completionBar', 'myCases/completion'],
          open: ({ page }) => new MyCasesPage(page).finish(begun),
        },
      },
    },
    'the edit page': { route: '/incident/3/update', username: 'captain', shown: heading('Update Incident #3') },
    'the gallery': { route: '/incident/3/media', username: 'admin', shown: heading('Media') },
    'the assignment': { route: '/incident/3/assign', username: 'captain', shown: heading('Assign') },
    'the report': { route: '/report', username: 'member', shown: heading('Report an Incident') },
    'the inventory': {
      route: '/inventory',
      username: 'inventory',
      shown: heading('Master Item List'),
      modals: {
        'an item': ofInventory('New Item', 'New Item', 'itemEdit'),
        'the question before one is deleted': ofInventory('Delete Bandage', 'Cannot Delete Item', 'itemDeleting'),
        'the categories': ofInventory('Categories', 'Categories', 'categories'),
        'the stock': ofInventory('Stock of Gloves', 'Stock of Gloves', 'stock/stockChange', 'stock'),
        'the import': ofInventory('Import', 'Import Items', 'itemImport'),
        'the search for a barcode': ofInventory(/^(Scan|Find by Barcode)$/, 'Find by Barcode', 'scanning'),
      },
    },
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
    'the own kit': {
      route: async () => {
        const { id } = (await testApp.read('/api/profile', 'member')) as Profile;
        return `/profile/first-aid-kit/${id}`;
      },
      username: 'member',
      shown: heading('My requests'),
      modals: {
        'an item': ofKit(/^Set quantity of/, 'kitItem'),
        'a personal item': ofKit(/^Add personal item/, 'personalItem'),
      },
    },
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
    'the super admin': {
      route: '/superadmin',
      username: 'superadmin',
      shown: heading('Archives'),
      modals: {
        'the users': {
          charts: ['superAdmin/manageUsers'],
          open: async ({ page }) => {
            await page.getByRole('button', { name: 'Manage Users' }).click();
            await page.getByText('Select all shown').waitFor();
          },
        },
      },
    },
    'the audit log': { route: '/superadmin/audit', username: 'superadmin', shown: heading('Audit Log') },
    'the profile': {
      route: '/profile',
      username: 'member',
      shown: heading('Settings'),
      modals: {
        'the change of the password': {
          charts: ['profile/password'],
          open: ({ page }) => new ProfilePage(page).openPassword(),
        },
      },
    },
  };
}
