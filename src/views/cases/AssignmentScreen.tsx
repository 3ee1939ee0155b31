import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { shallowEqual, useSelector } from '@xstate/react';
import { Users, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Candidate } from '../../contract/teams';
import type { AssignmentRef, assignmentMachine } from '../../machines/cases/assignment.machine';
import {
  selectCanAssign,
  selectCandidates,
  selectChosen,
  selectDoubt,
  selectFailure,
  selectFeed,
  selectIsAssigning,
  selectIsChoosing,
  selectIsImpossible,
  selectIsLoading,
  selectIsMissing,
  selectIsReassignment,
  selectLabel,
  selectLack,
  selectNewStatus,
  selectSearch,
  selectSelected,
  selectSelectedCount,
  selectSort,
  selectUnreadable,
} from '../../machines/cases/assignment.select';
import type { NoticesRef } from '../../machines/session/notices.machine';
import { selectMe, selectNoticesActor, selectRoles } from '../../machines/session/session.select';
import { assignmentTexts } from '../../rules/cases/assignmentTexts';
import {
  type CandidateSort,
  candidateSorts,
  candidatesNamed,
  chosenNames,
  readChosen,
} from '../../rules/cases/candidates';
import { namesakesIn } from '../../rules/cases/namesakes';
import { fullNameOf } from '../../rules/names';
import { NO_VOLUNTEERS_YET, NOBODY_FITS } from '../../rules/people/peopleTexts';
import { counted } from '../../rules/wording';
import { type ScreenProps, useApp, useScreen } from '../app';
import { MissingIncident } from '../incidents/parts/IncidentAbsence';
import { IncidentName } from '../incidents/parts/IncidentName';
import { BackArrow, BackLink } from '../parts/BackLink';
import { buttonLook } from '../parts/buttons/Button';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { Outdated } from '../parts/FeedProblem';
import { Field } from '../parts/forms/Field';
import { SearchInput } from '../parts/forms/SearchInput';
import { Select } from '../parts/forms/Select';
import { useKeptFocus } from '../parts/lists/useKeptFocus';
import { useNextCard } from '../parts/lists/useNextCard';
import { rowsOf, useGrid, VirtualRows } from '../parts/lists/VirtualRows';
import { FilledPage } from '../parts/page/Page';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../parts/page/States';
import styles from './Assignment.module.css';
import { AssignmentDialogs } from './AssignmentDialogs';
import { CandidateCard } from './CandidateCard';

/** The search parameters of the screen. Not validated yet, because anybody can write an address. */
export interface AssignmentSearch {
  /** The user ids of those who are chosen; absent if nobody is. */
  team?: unknown;
}

/** The screen that assigns a team to an incident (S2 §2, /incident/{incidentId}/assign). */
export function AssignmentScreen({ machine }: ScreenProps<typeof assignmentMachine>) {
  const { incidentId } = useParams({ from: '/members/incident/$incidentId/assign' });
  return <TeamAssignment key={incidentId} machine={machine} incidentId={incidentId} />;
}

function TeamAssignment({ machine, incidentId }: ScreenProps<typeof assignmentMachine> & { incidentId: string }) {
  const { session } = useApp();
  // The notices actor runs as long as the session.
  const notices = useSelector(session, selectNoticesActor) as NoticesRef;
  const userId = useSelector(session, selectMe)?.id ?? '';
  const search: AssignmentSearch = useSearch({ strict: false });
  const assignment = useScreen(machine, { incidentId, notices, userId, chosen: readChosen(search.team) });
  useAddressedTeam(assignment, incidentId);
  const isLoading = useSelector(assignment, selectIsLoading);
  const failure = useSelector(assignment, selectFailure);
  const isMissing = useSelector(assignment, selectIsMissing);
  const isImpossible = useSelector(assignment, selectIsImpossible);
  const isChoosing = useSelector(assignment, selectIsChoosing);
  const isReassignment = useSelector(assignment, selectIsReassignment);
  const label = useSelector(assignment, selectLabel);
  const title = isReassignment ? 'Reassign Team' : 'Assign Team';
  return (
    <FilledPage
      title={title}
      actor={assignment}
      header={
        <>
          <BackArrow to="/incident/$incidentId" params={{ incidentId }} label="Back to the incident" />
          <h1 className={styles.title}>
            {title}{' '}
            <span className={styles.number}>
              <IncidentName incidentId={incidentId} label={label} />
            </span>
          </h1>
        </>
      }
      footer={isChoosing && <AssignButton assignment={assignment} />}
    >
      {isLoading && <LoadingState label="Loading volunteers…" />}
      {failure !== null && <ErrorState message={failure} onRetry={() => assignment.send({ type: 'list.retry' })} />}
      {isMissing && <MissingIncident />}
      {isImpossible && (
        <EmptyState
          title="No Team Can Be Assigned"
          icon={<Users size={32} aria-hidden />}
          action={
            <BackLink to="/incident/$incidentId" params={{ incidentId }} className={buttonLook('primary')}>
              Back to the incident
            </BackLink>
          }
        >
          The present status of this incident has no place for a new team.
        </EmptyState>
      )}
      {isChoosing && <Candidates assignment={assignment} />}
      <AssignmentDialogs assignment={assignment} incidentId={incidentId} />
    </FilledPage>
  );
}

/** Keeps in the address who is chosen, so that a reload does not forget it: captains call people meanwhile, and phones drop the page. */
function useAddressedTeam(assignment: AssignmentRef, incidentId: string): void {
  const navigate = useNavigate();
  const chosen = useSelector(assignment, selectChosen, shallowEqual);
  useEffect(() => {
    if (chosen === null) return;
    void navigate({
      to: '/incident/$incidentId/assign',
      params: { incidentId },
      search: chosen.length > 0 ? { team: chosen } : {},
      replace: true,
    });
  }, [navigate, incidentId, chosen]);
}

function Candidates({ assignment }: { assignment: AssignmentRef }) {
  const candidates = useSelector(assignment, selectCandidates);
  const search = useSelector(assignment, selectSearch);
  const found = useMemo(() => candidatesNamed(candidates, search), [candidates, search]);
  const sort = useSelector(assignment, selectSort);
  const unreadable = useSelector(assignment, selectUnreadable);
  const feed = useSelector(assignment, selectFeed);
  if (candidates.length === 0 && unreadable === 0)
    return (
      <EmptyState title="No Volunteers" icon={<Users size={32} aria-hidden />}>
        {NO_VOLUNTEERS_YET}
      </EmptyState>
    );
  return (
    <div className={styles.list} data-scroller>
      <search className={styles.find}>
        <Field label="Search by name">
          <SearchInput
            value={search}
            onChange={({ currentTarget }) => assignment.send({ type: 'search.change', search: currentTarget.value })}
          />
        </Field>
        <Field label="Sort by">
          <Select
            options={candidateSorts}
            value={sort}
            onChange={({ currentTarget }) =>
              assignment.send({ type: 'sort.choose', sort: currentTarget.value as CandidateSort })
            }
          />
        </Field>
      </search>
      <Outdated feed={feed} textOf={assignmentTexts.listFailure} />
      <Unreadable count={unreadable} of={['volunteer', 'volunteers']} />
      <p className={found.length > 0 ? 'visually-hidden' : undefined} role="status">
        {found.length === 0 && candidates.length > 0 && NOBODY_FITS}
        {found.length > 0 && search !== '' && counted(found.length, 'volunteer')}
      </p>
      {found.length > 0 && <Cards assignment={assignment} candidates={found} />}
    </div>
  );
}

/** The estimated height of a row of cards, in px, until virtua has measured one. */
const USUAL_HEIGHT = 132;

/** Only the rows near the viewport are in the document (virtua), because an organisation may have hundreds of volunteers. */
function Cards({ assignment, candidates }: { assignment: AssignmentRef; candidates: readonly Candidate[] }) {
  const element = useRef<HTMLDivElement>(null);
  const grid = useGrid(element);
  // Each press renders the screen again, because the choice is in the address.
  const cards = useMemo(() => {
    const namesakes = namesakesIn(candidates, fullNameOf);
    return candidates.map((candidate, index) => (
      // biome-ignore lint/a11y/useSemanticElements: between a <ul> and its <li> there could be no rows of virtua.
      <div key={candidate.userId} role="listitem" aria-posinset={index + 1} aria-setsize={candidates.length}>
        <CandidateCard assignment={assignment} candidate={candidate} hasNamesake={namesakes.has(candidate)} />
      </div>
    ));
  }, [assignment, candidates]);
  const ids = useMemo(() => candidates.map(({ userId }) => userId), [candidates]);
  const keepFocus = useKeptFocus(element, ids);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div ref={element} role="list" aria-label="Volunteers" {...keepFocus}>
      {grid && (
        <VirtualRows name="team" grid={grid} usualHeight={USUAL_HEIGHT}>
          {rowsOf(cards, grid.columns)}
        </VirtualRows>
      )}
    </div>
  );
}

/** Whom the button would send, each with a button that removes them: cards of the list are out of sight. */
function Chosen({ assignment }: { assignment: AssignmentRef }) {
  const candidates = useSelector(assignment, selectCandidates);
  const selected = useSelector(assignment, selectSelected);
  const chosen = useMemo(() => chosenNames(candidates, selected), [candidates, selected]);
  const list = useRef<HTMLUListElement>(null);
  const nextName = useNextCard(list, selected);
  if (chosen.length === 0) return null;
  return (
    <ul ref={list} role="list" aria-label="Chosen" className={styles.chosen} {...nextName}>
      {chosen.map(({ userId, name }) => (
        <li key={userId}>
          <button
            type="button"
            data-act="remove"
            aria-label={`Remove ${name}`}
            onClick={() => assignment.send({ type: 'candidate.toggle', userId })}
          >
            <bdi>{name}</bdi> <X size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

function AssignButton({ assignment }: { assignment: AssignmentRef }) {
  const roles = useSelector(useApp().session, selectRoles);
  const count = useSelector(assignment, selectSelectedCount);
  const canAssign = useSelector(assignment, selectCanAssign);
  const isAssigning = useSelector(assignment, selectIsAssigning);
  const lack = useSelector(assignment, selectLack);
  const doubt = useSelector(assignment, selectDoubt);
  const newStatus = useSelector(assignment, selectNewStatus);
  return (
    <div className={styles.foot}>
      <div className={styles.told}>
        <p className={styles.doubt} role="status">
          {newStatus}
        </p>
        <p className={styles.doubt} role="status">
          {doubt}
        </p>
        <Chosen assignment={assignment} />
        <p role="status">{lack}</p>
      </div>
      <NetworkButton
        variant="primary"
        disabled={!canAssign}
        reason="Choose at least one volunteer first."
        busy={isAssigning}
        onClick={() => assignment.send({ type: 'team.assign', roles })}
      >
        Assign Team ({count} Selected)
      </NetworkButton>
    </div>
  );
}
