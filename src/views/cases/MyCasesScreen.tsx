import { useSelector } from '@xstate/react';
import { ClipboardCheck } from 'lucide-react';
import { useRef } from 'react';
import { selectDrafts } from '../../machines/cases/completionDrafts.machine';
import type { myCasesMachine } from '../../machines/cases/myCases.machine';
import {
  selectCases,
  selectCompleting,
  selectCompletion,
  selectDraftsActor,
  selectFeed,
  selectInitiation,
  selectIsSignedOut,
  selectPush,
} from '../../machines/cases/myCases.select';
import { selectFailure, selectIsLoading, selectStaleness, selectUnreadable } from '../../machines/feed.machine';
import { selectQueue } from '../../machines/session/messaging.machine';
import { selectIsSignedIn, selectMe } from '../../machines/session/session.select';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { caseEntries, draftsWithoutCase, hasDraft } from '../../rules/cases/cases';
import { myCasesTexts } from '../../rules/cases/myCasesTexts';
import { withPending } from '../../rules/submissions/cases';
import { type ScreenProps, useApp, useMember, useScreen } from '../app';
import { Banner } from '../parts/Banner';
import { usePressGuard } from '../parts/buttons/usePressGuard';
import { useAsOf } from '../parts/FeedProblem';
import { Page } from '../parts/page/Page';
import { ErrorState, LoadingState, NoCases, Unreadable } from '../parts/page/States';
import { PushOffer, useIsPushOffered } from '../people/PushOffer';
import { useSubmissions } from '../submissions/useSubmissions';
import { CaseCard } from './CaseCard';
import { CompletionDialog } from './CompletionDialog';
import { DraftsWithoutCase } from './DraftsWithoutCase';
import { InitiationDialog } from './InitiationDialog';
import styles from './MyCases.module.css';

/** My Active Cases (S2 §2, /my-cases). */
export function MyCasesScreen({ machine }: ScreenProps<typeof myCasesMachine>) {
  const queue = useSelector(useMember().messaging, selectQueue);
  return queue && <MyCases machine={machine} queue={queue} />;
}

function MyCases({ machine, queue }: ScreenProps<typeof myCasesMachine> & { queue: QueueRef }) {
  const { session, world } = useApp();
  const waiting = useSubmissions(queue);
  const userId = useSelector(session, selectMe)?.id ?? '';
  const isSignedIn = useSelector(session, selectIsSignedIn);
  const myCases = useScreen(machine, { userId, isSignedIn, world, queue });
  const cases = useSelector(myCases, selectCases);
  const isSignedOut = useSelector(myCases, selectIsSignedOut);
  const feed = useSelector(myCases, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const failure = useSelector(feed, selectFailure);
  const staleness = useSelector(feed, selectStaleness);
  const unreadable = useSelector(feed, selectUnreadable);
  const problem = failure ?? staleness;
  const asOf = useAsOf(feed);
  const retry = () => feed?.send({ type: 'feed.retry' });
  const push = useSelector(myCases, selectPush);
  const initiation = useSelector(myCases, selectInitiation);
  const completion = useSelector(myCases, selectCompletion);
  const draftsActor = useSelector(myCases, selectDraftsActor);
  const drafts = useSelector(draftsActor, selectDrafts);
  const completing = useSelector(myCases, selectCompleting);
  const list = useRef<HTMLUListElement>(null);
  const isPushOffered = useIsPushOffered(push);
  const withoutCase = draftsWithoutCase(drafts, cases && completing ? [...cases, completing] : cases, unreadable);
  const above = [isPushOffered && 'offer', problem !== null && 'banner', unreadable > 0 && 'unreadable'];
  usePressGuard(list, [...above, ...caseEntries(withoutCase, cases ?? [], drafts)]);
  return (
    <Page title="My Active Cases" actor={myCases} apart={[initiation, completion]}>
      {push && <PushOffer push={push} />}
      {isLoading && <LoadingState label="Loading your cases…" />}
      {isSignedOut && <ErrorState message={myCasesTexts.noToken} />}
      {problem !== null &&
        (cases === null ? (
          <ErrorState message={myCasesTexts.failure} onRetry={retry} />
        ) : (
          <Banner tone="danger" onRetry={retry}>
            <span>{myCasesTexts.failure}</span> {asOf}
          </Banner>
        ))}
      <Unreadable count={unreadable} of={['case', 'cases']} />
      {draftsActor && <DraftsWithoutCase actor={draftsActor} drafts={withoutCase} />}
      {cases?.length === 0 && unreadable === 0 && (
        <NoCases title="No Active Cases" icon={<ClipboardCheck size={32} aria-hidden />}>
          Cases appear here once you are assigned to a rescue team.
        </NoCases>
      )}
      {cases !== null && cases.length > 0 && (
        <ul ref={list} className={styles.cards}>
          {cases.map((myCase) => (
            <li key={myCase.incidentId}>
              <CaseCard
                myCases={myCases}
                {...withPending(myCase, waiting)}
                waiting={waiting}
                hasDraft={hasDraft(drafts, myCase)}
              />
            </li>
          ))}
        </ul>
      )}
      {initiation && <InitiationDialog initiation={initiation} />}
      {completion && <CompletionDialog completion={completion} queue={queue} />}
    </Page>
  );
}
