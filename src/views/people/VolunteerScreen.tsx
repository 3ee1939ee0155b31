import { Link, useParams } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import { selectIsLoading } from '../../machines/feed.machine';
import {
  selectEdit,
  selectFeed,
  selectIsGone,
  selectKit,
  selectVolunteer,
  type volunteerMachine,
} from '../../machines/people/volunteer.machine';
import { selectMe, selectRoles } from '../../machines/session/session.select';
import { fullNameOf } from '../../rules/names';
import { VOLUNTEER_GONE, volunteerFailureText } from '../../rules/people/peopleTexts';
import { seesRolesEditor } from '../../rules/people/volunteerChanges';
import { type ScreenProps, useApp, useScreen } from '../app';
import { BackLink } from '../parts/BackLink';
import { buttonLook } from '../parts/buttons/Button';
import { FeedProblem } from '../parts/FeedProblem';
import { MissingState } from '../parts/page/MissingState';
import { Page } from '../parts/page/Page';
import { LoadingState } from '../parts/page/States';
import styles from './Volunteer.module.css';
import { VolunteerControls } from './VolunteerControls';
import { VolunteerFacts } from './VolunteerFacts';
import { VolunteerKit } from './VolunteerKit';

/** The page of one volunteer (S2 §2, /volunteer/{volunteerId}). */
export function VolunteerScreen({ machine }: ScreenProps<typeof volunteerMachine>) {
  const { volunteerId } = useParams({ from: '/members/volunteer/$volunteerId' });
  return <VolunteerPage key={volunteerId} machine={machine} volunteerId={volunteerId} />;
}

function VolunteerPage({ machine, volunteerId }: ScreenProps<typeof volunteerMachine> & { volunteerId: string }) {
  const { session } = useApp();
  const me = useSelector(session, selectMe);
  const roles = useSelector(session, selectRoles);
  const page = useScreen(machine, { volunteerId, userId: me?.id ?? '' });
  const volunteer = useSelector(page, selectVolunteer);
  const isGone = useSelector(page, selectIsGone);
  const feed = useSelector(page, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const edit = useSelector(page, selectEdit);
  const kit = useSelector(page, selectKit);
  const name = volunteer ? fullNameOf(volunteer) : '';
  return (
    <Page
      title={name || 'Volunteer'}
      actor={page}
      apart={[kit, edit]}
      narrow
      actions={
        <BackLink to="/volunteers" className={buttonLook()} data-back>
          <ArrowLeft size={20} aria-hidden /> Volunteers
        </BackLink>
      }
    >
      {isLoading && <LoadingState label="Loading the volunteer…" />}
      <FeedProblem feed={feed} textOf={volunteerFailureText} />
      {isGone && (
        <MissingState
          title={VOLUNTEER_GONE}
          action={
            <Link to="/volunteers" className={buttonLook('primary')}>
              View Volunteers
            </Link>
          }
        />
      )}
      {volunteer && (
        <div className={styles.sections}>
          <VolunteerFacts page={page} volunteer={volunteer} />
          {kit && <VolunteerKit kit={kit} userId={volunteerId} />}
          {edit && seesRolesEditor(roles) && <VolunteerControls edit={edit} roles={roles} />}
        </div>
      )}
    </Page>
  );
}
