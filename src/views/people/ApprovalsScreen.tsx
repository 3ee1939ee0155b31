import { shallowEqual, useSelector } from '@xstate/react';
import { UserCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { selectIsLoading, selectStaleness, selectUnreadable } from '../../machines/feed.machine';
import {
  type ApprovalsRef,
  type approvalsMachine,
  selectApplicants,
  selectAsked,
  selectFeed,
  selectFound,
  selectIsEmpty,
  selectLine,
  selectSearch,
} from '../../machines/people/approvals.machine';
import { selectMe } from '../../machines/session/session.select';
import { fullNameOf } from '../../rules/names';
import { approvalTexts, NOBODY_FITS } from '../../rules/people/peopleTexts';
import { counted } from '../../rules/wording';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Banner } from '../parts/Banner';
import { usePressGuard } from '../parts/buttons/usePressGuard';
import { Question } from '../parts/dialogs/Question';
import { FeedProblem } from '../parts/FeedProblem';
import { Field } from '../parts/forms/Field';
import { SearchInput } from '../parts/forms/SearchInput';
import { useNextCard } from '../parts/lists/useNextCard';
import { Page } from '../parts/page/Page';
import { Skeleton } from '../parts/page/Skeleton';
import { EmptyState, Unreadable } from '../parts/page/States';
import { ApplicantCard } from './ApplicantCard';
import styles from './Approvals.module.css';

/** The search is shown from this number of sign-ups on: nobody scrolls through 150 cards to the one they need (DECISIONS 369). */
const SEARCHED_FROM = 10;

/** The dashboard of pending sign-ups (S2 §2, /approvals). */
export function ApprovalsScreen({ machine }: ScreenProps<typeof approvalsMachine>) {
  const me = useSelector(useApp().session, selectMe);
  const approvals = useScreen(machine, { userId: me?.id ?? '' });
  const applicants = useSelector(approvals, selectApplicants, shallowEqual);
  const found = useSelector(approvals, selectFound, shallowEqual);
  const search = useSelector(approvals, selectSearch);
  const isEmpty = useSelector(approvals, selectIsEmpty);
  const line = useSelector(approvals, selectLine);
  const feed = useSelector(approvals, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const isStale = useSelector(feed, selectStaleness) !== null;
  const unreadable = useSelector(feed, selectUnreadable);
  const list = useRef<HTMLUListElement>(null);
  const ids = found.map(({ userId }) => userId);
  const [isSearched, setIsSearched] = useState(false);
  // Once shown, it stays: when fewer wait it would vanish while somebody types in it.
  if (!isSearched && applicants.length >= SEARCHED_FROM) setIsSearched(true);
  const above = [isStale && 'banner', unreadable > 0 && 'unreadable', line && 'line', isSearched && 'search'];
  usePressGuard(list, [...above, ...ids]);
  const keys = useNextCard(list, ids);
  return (
    <Page
      title="Approvals"
      actor={approvals}
      lead={applicants.length > 0 && `${counted(applicants.length, 'sign-up')} waiting for a decision`}
    >
      {isLoading && <Skeleton label="Loading sign-ups…" grid={styles.cards} height="16rem" />}
      <FeedProblem feed={feed} textOf={() => approvalTexts.listFailure} />
      <Unreadable count={unreadable} of={['sign-up', 'sign-ups']} />
      <div className={styles.line} role="status">
        {line && <Banner silent>{line}</Banner>}
      </div>
      {isEmpty && unreadable === 0 && (
        <EmptyState title="Nobody Is Waiting" icon={<UserCheck size={32} aria-hidden />}>
          New sign-ups appear here.
        </EmptyState>
      )}
      {isSearched && (
        <Field label="Search by name, phone or username">
          <SearchInput
            value={search}
            onChange={({ currentTarget }) => approvals.send({ type: 'search.change', search: currentTarget.value })}
          />
        </Field>
      )}
      <p className={found.length > 0 ? 'visually-hidden' : styles.none} role="status">
        {applicants.length > 0 && found.length === 0 && NOBODY_FITS}
        {search !== '' && found.length > 0 && counted(found.length, 'sign-up')}
      </p>
      {found.length > 0 && (
        <ul ref={list} className={styles.cards} aria-label="Pending sign-ups" {...keys}>
          {found.map((applicant) => (
            <li key={applicant.userId}>
              <ApplicantCard approvals={approvals} applicant={applicant} />
            </li>
          ))}
        </ul>
      )}
      <DenialDialog approvals={approvals} />
    </Page>
  );
}

function DenialDialog({ approvals }: { approvals: ApprovalsRef }) {
  const asked = useSelector(approvals, selectAsked);
  if (!asked) return null;
  return (
    <Question
      title="Deny Sign-up"
      onClose={() => approvals.send({ type: 'dialog.close' })}
      verb="Deny"
      onConfirm={() => approvals.send({ type: 'denial.confirm' })}
    >
      <p>
        Denying permanently deletes the profile of <strong dir="auto">{fullNameOf(asked)}</strong>. It cannot be undone.
      </p>
    </Question>
  );
}
