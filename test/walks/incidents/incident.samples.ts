import type { QueueRef } from '../../../src/machines/submissions/queue.machine';
import { done, recorder, streamPort } from '../../kit/walk';
import { dog, listeners } from './samples';

/** The ports of the incident page's chart, and those whom it tells something. */
export const props = () => ({
  ports: {
    incidentFeed: streamPort(),
    incidentAction: streamPort(),
    incidentLocation: streamPort(),
    incidentNote: streamPort(),
    sentNews: streamPort(),
    copying: streamPort(),
    incidentEdit: streamPort(),
    incidentClosing: streamPort(),
    incidentDeleting: streamPort(),
    incidentHistory: streamPort(),
    team: streamPort(),
    teamKit: streamPort(),
  },
  notices: listeners().notices,
  out: recorder<QueueRef>(),
});
export const me = { id: '1', firstName: 'Mira' };
export const reported = dog();
export const team = ['1', '2'].map((userId) => ({
  userId,
  firstName: `Member ${userId}`,
  movement: null,
  movedAt: null,
}));
export const assigned = dog({ status: 'ASSIGNED', latitude: 18.5, longitude: 73.8, caseCount: 2, team });
/** The movement and the note of `submissions/samples`, as the page shows them. */
export const moving = { movement: 'ON_MY_WAY', movedAt: '2026-03-10T12:00:00.000Z' };
export const added = { id: 'n1', by: me, at: '2026-03-10T12:00:00.000Z', text: 'It has moved.' };
export const ongoing = dog({ status: 'ONGOING', interestedUsers: [me] });
export const resolved = dog({ status: 'RESOLVED' });

export const saved = dog({ description: 'Two dogs.', lastUpdated: '2026-03-10T09:00:00Z' });
export const located = dog({ latitude: 18.5, longitude: 73.8, lastUpdated: '2026-03-10T09:00:00Z' });

/** The states with a dialog, and the charts of the dialogs. */
const dialogs = {
  editing: 'incidentEdit',
  closing: 'incidentClosing',
  deleting: 'incidentDeleting',
  viewingHistory: 'incidentHistory',
  viewingTeam: 'team',
  viewingKit: 'teamKit',
} as const;
export type Dialog = keyof typeof dialogs;
/** Each dialog's end. */
export const dialogSamples = Object.fromEntries(
  Object.entries(dialogs).flatMap(([state, port]) => [
    [
      `${state} done`,
      { ...done(port), act: ({ send }: Parameters<ReturnType<typeof done>['act']>[0]) => send(done(port).event) },
    ],
  ]),
) as Record<`${Dialog} done`, ReturnType<typeof done>>;
