import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { BriefcaseMedical, KeyRound } from 'lucide-react';
import type { Profile } from '../../contract/people';
import { type profileMachine, selectLocation, selectPassword, selectPush } from '../../machines/people/profile.machine';
import {
  selectHasProfileFailed,
  selectMe,
  selectProfile,
  selectProfileAsOf,
} from '../../machines/session/session.select';
import { kilometresText } from '../../rules/incidents/incidents';
import { fullNameOf } from '../../rules/names';
import { PROFILE_FAILURE } from '../../rules/people/profileTexts';
import { asOfText } from '../../rules/timeTexts';
import { type ScreenProps, useApp, useScreen } from '../app';
import { DeviceSettings } from '../notifications/DeviceSettings';
import { Avatar } from '../parts/Avatar';
import { Banner } from '../parts/Banner';
import { Button, buttonLook } from '../parts/buttons/Button';
import { Page } from '../parts/page/Page';
import { Skeleton } from '../parts/page/Skeleton';
import { ErrorState } from '../parts/page/States';
import { useNow } from '../parts/useNow';
import { MyLocation } from './MyLocation';
import { PasswordModal } from './PasswordModal';
import styles from './Profile.module.css';
import { ProfileSettings } from './ProfileSettings';
import { PushSetting } from './PushSetting';

/** The member's own profile (S2 §2, /profile). */
export function ProfileScreen({ machine }: ScreenProps<typeof profileMachine>) {
  const { session } = useApp();
  const userId = useSelector(session, selectMe)?.id ?? '';
  const screen = useScreen(machine, { session, userId });
  const profile = useSelector(session, selectProfile);
  const hasFailed = useSelector(session, selectHasProfileFailed);
  const asOf = useSelector(session, selectProfileAsOf);
  const now = useNow();
  const location = useSelector(screen, selectLocation);
  const push = useSelector(screen, selectPush);
  const password = useSelector(screen, selectPassword);
  const retry = () => session.send({ type: 'profile.refresh' });
  return (
    <Page title="Profile" actor={screen} apart={[password]} narrow>
      {hasFailed &&
        (profile ? (
          <Banner tone="danger" onRetry={retry}>
            <span>{PROFILE_FAILURE}</span> {asOf !== null && `${asOfText(asOf, now)}.`}
          </Banner>
        ) : (
          <ErrorState message={PROFILE_FAILURE} onRetry={retry} />
        ))}
      {!profile && !hasFailed && <Skeleton label="Loading your profile…" grid={styles.sections} height="11rem" />}
      {profile && (
        <div className={styles.sections}>
          <Who profile={profile} />
          <section className={styles.card} aria-labelledby="profile-settings">
            <h2 id="profile-settings">Settings</h2>
            <ProfileSettings profile={profile} />
            {profile.hasMedicineBox && (
              <Link to="/profile/first-aid-kit/$userId" params={{ userId: profile.id }} className={buttonLook()}>
                <BriefcaseMedical size={20} aria-hidden />
                Manage Kit
              </Link>
            )}
          </section>
          <section className={styles.card} aria-labelledby="profile-device">
            <h2 id="profile-device">Location and notifications</h2>
            {location && <MyLocation location={location} locatedAt={profile.locatedAt} />}
            {push && <PushSetting push={push} />}
          </section>
          <section className={styles.card} aria-labelledby="profile-news">
            <h2 id="profile-news">On this device</h2>
            <div className={styles.settings}>
              <DeviceSettings />
            </div>
          </section>
          <section className={styles.card} aria-labelledby="profile-account">
            <h2 id="profile-account">Account</h2>
            <Button aria-haspopup="dialog" onClick={() => screen.send({ type: 'password.open' })}>
              <KeyRound size={20} aria-hidden />
              Change Password
            </Button>
          </section>
        </div>
      )}
      {password && <PasswordModal password={password} />}
    </Page>
  );
}

/** The avatar, name and username, and the numbers of completed cases, hearts and kilometres. */
function Who({ profile }: { profile: Profile }) {
  const { id, username, casesCompleted, hearts, distanceTraveled } = profile;
  const name = fullNameOf(profile);
  const stats: readonly (readonly [string, string])[] = [
    ['Cases completed', String(casesCompleted)],
    ['Hearts', String(hearts)],
    ['Distance', kilometresText(distanceTraveled)],
  ];
  return (
    <section className={styles.card} aria-label="About you">
      <div className={styles.who}>
        <Avatar userId={id} name={name} size={72} />
        <div className={styles.names}>
          <p className={styles.name} dir="auto">
            {name}
          </p>
          <p className={styles.username}>@{username}</p>
        </div>
      </div>
      <dl className={styles.stats}>
        {stats.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
