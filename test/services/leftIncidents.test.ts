import { expect, it, vi } from 'vitest';
import type { AnyActorLogic } from 'xstate';
import { CallFailure } from '../../src/contract/failure';
import type { Gateways } from '../../src/wiring/gateways';
import { dog } from '../walks/incidents/samples';
import { connections, danger, failed, portOf, started, stillNamed, success } from './leaving';

// Only the wiring is tested here: the screens that its files hand on need a browser.
vi.mock('../../src/views/incidents/gallery/GalleryScreen', () => ({ GalleryScreen: null }));
vi.mock('../../src/views/incidents/incident/IncidentScreen', () => ({ IncidentScreen: null }));
vi.mock('../../src/views/incidents/incident/IncidentUpdateScreen', () => ({ IncidentUpdateScreen: null }));
vi.mock('../../src/views/cases/AssignmentScreen', () => ({ AssignmentScreen: null }));
vi.mock('../../src/views/people/ProfileScreen', () => ({ ProfileScreen: null }));
vi.mock('../../src/views/people/NewPasswordScreen', () => ({ NewPasswordScreen: null }));

const { provideGallery, provideIncident } = await import('../../src/wiring/incidents/incident');
const { provideAssignment } = await import('../../src/wiring/cases/assignment');
const { providePassword } = await import('../../src/wiring/people/profile');

const onPage =
  (...names: string[]) =>
  (gateways: Gateways) =>
    portOf(provideIncident(gateways), ...names);
const { location, informerName } = dog();
const edit = { description: 'Cannot stand.', location, informerName, latitude: 18.5, longitude: 73.8 };

interface Told {
  what: string;
  port: (gateways: Gateways) => AnyActorLogic;
  input: object;
  answer?: unknown;
  /** What is said when it is done, and when it has failed. */
  done: string;
  text: string;
  written?: string;
}
const changes: readonly Told[] = [
  {
    what: 'an edit',
    port: onPage('incidentEdit', 'saveIncident'),
    input: { before: dog(), edit },
    done: 'Changes saved.',
    text: 'Failed to save changes. Check connection or input.',
    written: 'You had changed: description “Cannot stand.”, coordinates.',
  },
  {
    what: 'an edit of nothing',
    port: onPage('incidentEdit', 'saveIncident'),
    input: { before: dog(), edit: { location } },
    done: 'Changes saved.',
    text: 'Failed to save changes. Check connection or input.',
  },
  {
    what: 'closing',
    port: onPage('incidentClosing', 'closeIncident'),
    input: { reason: 'It had left.' },
    done: 'It is closed.',
    text: 'Error: Failed to close incident.',
    written: 'Your reason was: “It had left.”',
  },
  {
    what: 'a deletion',
    port: onPage('incidentDeleting', 'deleteIncident'),
    input: { archive: true },
    answer: 'Incident archived and deleted.',
    done: 'Incident archived and deleted.',
    text: 'Failed to delete incident.',
  },
  {
    what: 'a deletion without a word',
    port: onPage('incidentDeleting', 'deleteIncident'),
    input: { archive: true },
    answer: null,
    done: 'Incident deleted successfully.',
    text: 'Failed to delete incident.',
  },
  {
    what: 'resolving',
    port: onPage('incidentAction', 'changeStatus'),
    input: { change: 'incident.resolve' },
    done: 'It is marked as resolved.',
    text: 'Error: Failed to update status.',
  },
  {
    what: 'reactivating',
    port: onPage('incidentAction', 'changeStatus'),
    input: { change: 'incident.reactivate' },
    done: 'It is reactivated.',
    text: 'Error: Failed to reactivate incident.',
  },
  {
    what: 'Update Location',
    port: onPage('incidentLocation', 'updateLocation'),
    input: { place: { latitude: 18.5, longitude: 73.8 } },
    done: 'Location updated successfully!',
    text: 'Error updating location. Please try again.',
  },
  {
    what: 'the deletion of a photo',
    port: (gateways) => portOf(provideGallery(gateways), 'deleteMedia'),
    input: { mediaId: 'a' },
    done: 'Media deleted.',
    text: 'Failed to delete media item (Status: 500)',
  },
  {
    what: 'an assignment',
    port: (gateways) => portOf(provideAssignment(gateways), 'assignTeam'),
    input: { userIds: ['7', '8'], names: ['Mira Nair', 'Ravi Kulkarni'] },
    answer: { teamMembers: [{ firstName: 'Mira' }, { firstName: 'Ravi' }] },
    done: 'Team Assigned! Mira, Ravi',
    text: 'An error occurred while assigning the team. Please try again.',
    written: 'You had chosen: Mira Nair, Ravi Kulkarni.',
  },
];

it.each(changes)(
  'after its dialog is closed or its screen is left, $what is told of with its incident, and with what was written if it fails (DECISIONS 398)',
  async ({ port, input, answer = {}, done, text, written }) => {
    const { gateways, told, topics, calls, end } = connections();
    const change = () => started(port(gateways), { incidentId: '3', seen: null, ...input });
    change().stop();
    await end(answer);
    expect(told.splice(0)).toEqual([stillNamed('Incident #3'), success(`Incident #3: ${done}`)]);
    change().stop();
    await end(failed);
    // If the answer may be lost, it is sent again or looked for.
    while (calls.length > 0) await end(failed);
    const words = `Incident #3: ${text}${written ? `\n${written}` : ''}`;
    const notice = { ...danger(words), incidentId: '3', ...(written && { lifetime: null }) };
    expect(told.splice(0)).toEqual([stillNamed('Incident #3'), notice]);
    // The notice of the end takes the place of the other, and of no other change's.
    const [one, other] = [topics[0], topics[2]];
    expect(topics).toEqual([one, one, other, other]);
    expect(new Set([one, other, undefined]).size).toBe(3);
    // While the dialog is open it says so itself.
    change();
    await end(answer);
    expect(told).toEqual([]);
  },
);

it('a change of the password goes on after its dialog is closed, and the session with the new token', async () => {
  const { gateways, told, end } = connections();
  const tokens: string[] = [];
  const wiring = { renewToken: (token: string) => tokens.push(token), username: () => 'mira', explainEnd: () => {} };
  const change = () =>
    started(portOf(providePassword(gateways, wiring as never), 'changePassword'), {
      oldPassword: 'a',
      newPassword: 'b',
    });
  change().stop();
  await end({ token: 'new' });
  expect(tokens).toEqual(['new']);
  change().stop();
  await end(new CallFailure('refused', 400, 'The old password is wrong.'));
  expect(told).toEqual([
    stillNamed('Change Password'),
    success('Change Password: Password updated successfully!'),
    stillNamed('Change Password'),
    danger('Change Password: The old password is wrong.'),
  ]);
});

it.each([
  ['an edit', onPage('incidentEdit', 'saveIncident'), { before: dog(), edit }],
  ['an assignment', changes.at(-1)?.port, { seen: dog().lastUpdated, userIds: ['7'], names: ['Mira Nair'] }],
] as const)(
  '%s that a server cannot compare is not made with the token of the next member (DECISIONS 281)',
  async (_, port, input) => {
    const { gateways, calls, end, logOut } = connections(() => false);
    const change = started(port?.(gateways) as AnyActorLogic, { incidentId: '3', ...input });
    await expect.poll(() => calls.length).toBe(1);
    change.stop();
    logOut('8');
    await end(dog());
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual([]);
  },
);
