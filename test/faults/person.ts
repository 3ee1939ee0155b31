import type { CDPSession } from 'playwright-core';
import { MyCasesPage } from '../journeys/pages/cases';
import { KitPage } from '../journeys/pages/kit';
import { MenuPage } from '../journeys/pages/menu';
import { ReportPage } from '../journeys/pages/report';
import { jpeg } from '../kit/media';
import { actorsIn } from '../kit/screens/actors';
import { type Device, type Tab, until } from './device';
import type { Work } from './work';

/** What can happen to a member's device while they write (docs/device.md). */
export const troubles = [
  'crash',
  'crashWithPhoto',
  'reload',
  'twoTabs',
  'hang',
  'malformed',
  'quota',
  'noDatabase',
  'unreadable',
  'brokenChart',
  'logOut',
] as const;
export type Trouble = (typeof troubles)[number];
/** The troubles before which the member also writes in another tab: the same text with '/other' behind it. */
export const saidInOtherTab: readonly Trouble[] = ['twoTabs', 'hang'];
/** How long a hanging tab hangs, in milliseconds: longer than the leading tab may be silent before it is replaced. */
const HANGS = 10_000;

/** A member with a device: what they do, one thing after the other, and what happens to the device meanwhile. */
export interface Person {
  say(text: string, withPhoto?: boolean): Promise<void>;
  /** Submits something other than a message, in another tab. */
  work(submission: Work['submissions'][number]): Promise<void>;
  /** Sends this text while something happens to the device. */
  meet(trouble: Trouble, text: string): Promise<void>;
  /** If a report waits because its incident may be known already, answers that it is a new one. */
  answer(): Promise<void>;
  /** The tab with the chat. */
  tab(): Tab;
  /** How many malformed records were left on the device. */
  malformed(): number;
}

interface PersonOptions {
  readonly device: Device;
  readonly origin: string;
  readonly myId: string;
  readonly work: Work;
  /** Whether the server has this text. */
  hasArrived(text: string): Promise<boolean>;
}

/** Opens the app in two tabs of a device: one for the global chat, one for everything else. */
export async function openPerson({ device, origin, myId, work, hasArrived }: PersonOptions): Promise<Person> {
  let malformed = 0;
  const openChat = async () => {
    const opened = await device.tab();
    await opened.at('/gchat', opened.chat.box);
    return opened;
  };
  let tab = await openChat();
  const side = await device.tab();
  await side.at('/my-cases', side.page.getByRole('heading', { name: 'My Active Cases' }).first());
  const devtools = (of: Tab): Promise<CDPSession> => device.context.newCDPSession(of.page);

  /** Presses Enter and kills the page at the same moment. Goes back to the chat. */
  const killAtEnter = async () => {
    const session = await devtools(tab);
    const crashed = tab.page.waitForEvent('crash', { timeout: 60_000 });
    await tab.chat.box.press('Enter');
    session.send('Page.crash').catch(() => {});
    await crashed;
    await tab.page.close();
    tab = await openChat();
  };

  const happen: { readonly [Name in Trouble]: (text: string) => Promise<void> } = {
    async crash(text) {
      await until(async () => (await tab.chat.box.inputValue()) === '', 'an empty box');
      await tab.chat.box.fill(text);
      await killAtEnter();
    },
    /** At that moment the device may not have stored the compressed photo yet. Then text and photo are still a draft, and sent as one. */
    async crashWithPhoto(text) {
      await until(async () => (await tab.chat.box.inputValue()) === '', 'an empty box');
      await tab.chat.box.fill(text);
      await tab.media.pick(await jpeg());
      await tab.media.isReady(1);
      await killAtEnter();
      const isSent = async () => (await device.keeps(text)) || (await hasArrived(text));
      const isAttached = async () => (await tab.media.attached.count()) > 0;
      await until(async () => (await isSent()) || (await isAttached()), `the photo of '${text}'`);
      if (await isAttached()) await tab.say(text);
    },
    async reload(text) {
      await tab.say(text);
      await tab.page.reload().catch(() => {});
      await tab.at('/gchat', tab.chat.box);
    },
    /** The older one of two tabs is closed while the messages of both may still wait or be on their way. */
    async twoTabs(text) {
      const other = await openChat();
      await other.say(`${text}/other`);
      await tab.chat.message(`${text}/other`).waitFor({ timeout: 60_000 });
      await tab.say(text);
      await other.chat.message(text).waitFor({ timeout: 60_000 });
      await tab.page.close();
      tab = other;
    },
    /** The older tab, which sends for all tabs, hangs while the member writes in a newer one. */
    async hang(text) {
      const other = await openChat();
      await tab.say(`${text}/other`);
      void tab.page.evaluate((until) => {
        while (Date.now() < until);
      }, Date.now() + HANGS);
      await other.say(text);
      await tab.page.evaluate(() => true);
      await other.page.close();
    },
    async malformed(text) {
      await tab.say(text);
      await device.leaveMalformed(`bad-${++malformed}`);
      await tab.page.reload().catch(() => {});
      await tab.at('/gchat', tab.chat.box);
    },
    /** The device has no room. The member leaves the page open until the message is sent, as the app tells them. */
    async quota(text) {
      const session = await devtools(tab);
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
      await tab.say(text);
      await until(() => hasArrived(text), `'${text}', which could not be kept`);
      await session.send('Storage.overrideQuotaForOrigin', { origin });
    },
    async noDatabase(text) {
      const other = await device.tab((page) =>
        page.addInitScript(() => {
          const { open } = IDBFactory.prototype;
          IDBFactory.prototype.open = function (this: IDBFactory) {
            const request = open.call(this, 'never', 1);
            request.addEventListener = () => {};
            return request;
          };
        }),
      );
      await other.at('/gchat', other.chat.box);
      await other.say(text);
      await until(() => hasArrived(text), `'${text}', which could not be kept`);
      await other.page.close();
    },
    /** The browser cannot read all rows of the member at once, as when the file of one of them is gone. The tab reads them one by one. */
    async unreadable(text) {
      const other = await device.tab((page) =>
        page.addInitScript(() => {
          IDBIndex.prototype.getAll = () => {
            throw new DOMException('Failed to read large IndexedDB value', 'NotReadableError');
          };
        }),
      );
      await other.at('/gchat', other.chat.box);
      await tab.page.close();
      tab = other;
      await tab.say(text);
    },
    /** The chart of the queue fails while the message is on its way. */
    async brokenChart(text) {
      await tab.say(text);
      await actorsIn(tab.page).fail('messaging/queue');
    },
    /** The member logs out while the message waits, and keeps it for the next login. */
    async logOut(text) {
      await device.context.setOffline(true);
      await tab.say(text);
      await new MenuPage(tab.page).logOutKeeping();
      await tab.page.getByRole('button', { name: 'Log In' }).waitFor();
      await device.context.setOffline(false);
      await device.signIn();
      await tab.page.reload().catch(() => {});
      await tab.at('/gchat', tab.chat.box);
    },
  };

  let photos = 0;
  const photo = async () => {
    const { content, type } = await jpeg();
    return { name: `photo ${++photos}.jpg`, mimeType: type, buffer: Buffer.from(content) };
  };
  const cases = new MyCasesPage(side.page);
  /** Opens a dialog of a case and acts in it, again and again until that works. If it is still open from the last try, it goes on there. */
  const inDialog = (incidentId: string, open: (id: string) => Promise<void>, act: () => Promise<void>, what: string) =>
    until(async () => {
      await side.at('/my-cases', cases.card(incidentId));
      if ((await cases.dialog.count()) === 0) await open(incidentId);
      const retry = cases.dialog.getByRole('button', { name: 'Try again' });
      if (await retry.isVisible()) await retry.click();
      await act();
      return true;
    }, what);
  /** Waits until the dialog is closed: by 'Done' if the submission is kept, or by itself because the server has it. */
  const isSubmitted = () =>
    until(async () => {
      const done = cases.dialog.getByRole('button', { name: 'Done' });
      if (await done.isVisible()) await done.click({ timeout: 1_000 });
      return (await cases.dialog.count()) === 0;
    }, 'the end of a dialog');

  return {
    malformed: () => malformed,
    tab: () => tab,
    async say(text, withPhoto) {
      await tab.say(text, withPhoto);
    },
    async answer() {
      if ((await tab.tray.bar.count()) === 0) return;
      const report = new ReportPage(side.page);
      await side.at('/report', report.submit);
      const anyway = side.page.getByRole('button', { name: 'No, report it anyway' });
      if (await anyway.isVisible()) await anyway.click();
    },
    meet: (trouble, text) => happen[trouble](text),
    async work(submission) {
      switch (submission.kind) {
        case 'report': {
          const report = new ReportPage(side.page);
          await side.at('/report', report.submit);
          await report.write({ location: submission.content.details.location, description: 'Limping.' });
          await report.attach(await photo());
          await until(() => report.submit.isEnabled(), 'the photo of a report');
          await report.submit.click();
          const heading = report.dialog.getByRole('heading').first();
          await heading.waitFor({ timeout: 60_000 });
          switch (await heading.innerText()) {
            case 'Error':
              return report.press('Send later');
            case 'Is it one of these?':
              return report.press('No, report it anyway');
          }
          return;
        }
        case 'initiation': {
          const { incidentId } = submission.content;
          await inDialog(
            incidentId,
            (id) => cases.initiate(id),
            () => cases.confirm.click(),
            'the confirmation of a team',
          );
          return isSubmitted();
        }
        case 'completion': {
          const { incidentId } = submission.content;
          await inDialog(
            incidentId,
            (id) => cases.finish(id),
            () => cases.notes.waitFor(),
            'the completion of a case',
          );
          await cases.notes.fill(submission.content.resolutionNotes);
          await cases.media.setInputFiles([await photo(), await photo()]);
          await cases.complete.click();
          return isSubmitted();
        }
        case 'kitUse':
        case 'requisition': {
          const kit = new KitPage(side.page);
          await side.at(`/profile/first-aid-kit/${myId}`, kit.item(work.itemName).first());
          if (submission.kind === 'kitUse') return kit.use(work.itemName);
          await kit.add(work.itemName, '1');
          await kit.send.click();
          return until(async () => (await kit.cart.count()) === 0, 'the end of a request');
        }
      }
    },
  };
}
