import { afterEach, expect, it, vi } from 'vitest';
import type { Submission } from '../../src/contract/submissions';
import { request } from '../../src/services/api/request';
import { provideMovement } from '../../src/wiring/submissions/cases';
import { provideMessage } from '../../src/wiring/submissions/message';
import { provideRequisition } from '../../src/wiring/submissions/supplies';
import { message } from '../rules/samples';
import { movement, requisition, text } from '../walks/submissions/samples';
import { connections, portOf, started } from './leaving';

afterEach(() => vi.unstubAllGlobals());

/** The server's answer says that its clock is so far ahead of this device's, in milliseconds. */
async function serverIsAhead(ms: number): Promise<void> {
  const headers = { Date: new Date(Date.now() + ms).toUTCString() };
  vi.stubGlobal('fetch', async () => new Response('[]', { headers }));
  await request('https://api.example.org', { method: 'GET', token: null });
}

/** What an own act that waits is called with when the app asks whether it has arrived. */
const asked = (submission: Submission) => ({
  submission: { ...submission, queuedAt: Date.now(), wasTried: true },
  myId: '7',
});

it('what a phone whose clock is an hour ahead has sent is recognised at a server that knows no repeats (DECISIONS W2, 147)', async () => {
  await serverIsAhead(-3_600_000);
  const sentAt = new Date(Date.now() - 3_600_000).toISOString();
  const { gateways, end } = connections(() => false);
  Object.assign(gateways.realtime, { deliverFound: () => {} });

  const sent = text('m1');
  const looking = started(portOf(provideMessage(gateways).message, 'verify'), asked(sent));
  const { text: words } = sent.content.body;
  await end([
    message({ id: '9', text: words, sender: { id: '7', firstName: 'Mira', lastName: '' }, timestamp: sentAt }),
  ]);
  expect(looking.getSnapshot().output).toBe(true);

  const wanted = requisition('r1');
  const searching = started(portOf(provideRequisition(gateways), 'verify'), asked(wanted));
  await end([{ items: wanted.content.items, requestedAt: sentAt }]);
  expect(searching.getSnapshot().output).toBe(true);
  await serverIsAhead(0);
});

it('when a member has said that they are on their way is told by the clock of the server (DECISIONS 154, 370)', async () => {
  await serverIsAhead(-3_600_000);
  const { gateways, calls } = connections();
  const said = { ...movement('m1'), queuedAt: Date.now() };
  started(portOf(provideMovement(gateways), 'send'), { submission: said, myId: '7' });
  const [call] = calls as unknown as { options: { body: { at: string } } }[];
  // The server says its time in whole seconds.
  const at = Date.parse(call?.options.body.at ?? '');
  expect(Math.abs(at - (said.queuedAt - 3_600_000))).toBeLessThan(2_000);
  await serverIsAhead(0);
});
