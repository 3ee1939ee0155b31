import type { Submission } from '../../contract/submissions';
import { outcomesTo } from '../../machines/submissions/outcomes';
import type { LeaderCommand, LeaderEvent, StoreCommand } from '../../machines/submissions/ports';
import { queueMachine } from '../../machines/submissions/queue.machine';
import { fromStream } from '../../machines/supervision';
import { allKinds } from '../../rules/submissions/kinds';
import { isIncidentAct } from '../../rules/submissions/sent';
import { becomeLeader } from '../../services/submissions/leader';
import { openSubmissionStore } from '../../services/submissions/submissionStore';
import type { Gateways } from '../gateways';
import { leadOf } from './attempts';
import { provideCompletionSubmission, provideInitiationSubmission, provideMovement } from './cases';
import { provideMessage } from './message';
import { provideNote } from './notes';
import { provideReportSubmission } from './report';
import { provideKitUse, provideRequisition } from './supplies';

/**
 * Changes what this device has cached and the submission has outdated. The code parses copies of other screens, so it comes when needed.
 */
function changeCache(gateways: Gateways, submission: Submission): void {
  if (!isIncidentAct(submission) && submission.kind !== 'kitUse') return;
  import('../cache/cacheAfter')
    .then(({ changeCacheAfter }) => changeCacheAfter(gateways, submission))
    .catch(console.error);
}

/** The queue with its ports: the store on this device, the leader among the tabs, and the charts of each kind of submission. */
export const provideQueue = (gateways: Gateways) =>
  queueMachine.provide({
    actors: {
      completion: provideCompletionSubmission(gateways),
      initiation: provideInitiationSubmission(gateways),
      kitUse: provideKitUse(gateways),
      leader: fromStream<LeaderCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const say = (event: LeaderEvent) => sendBack(event);
        const { stand, resign, check, hurry, close } = becomeLeader(leadOf(input.userId), {
          skills: allKinds,
          elected: () => say({ type: 'leader.elected' }),
          deposed: () => say({ type: 'leader.deposed' }),
          hurried: () => say({ type: 'queue.send' }),
        });
        const orders = {
          'leader.stand': stand,
          'leader.resign': resign,
          'leader.check': check,
          'leader.send': hurry,
        };
        receive(({ type }) => orders[type]());
        return close;
      }),
      movement: provideMovement(gateways),
      ...provideMessage(gateways),
      note: provideNote(gateways),
      notices: outcomesTo(
        ({ text, ...more }) => text !== null && gateways.notify({ type: 'notice.show', text, ...more }),
        (submission) => changeCache(gateways, submission),
      ),
      report: provideReportSubmission(gateways),
      requisition: provideRequisition(gateways),
      store: fromStream<StoreCommand, { userId: string }>(({ input, sendBack, receive }) => {
        const store = openSubmissionStore(input.userId, sendBack);
        receive(store.execute);
        return store.close;
      }),
    },
  });
