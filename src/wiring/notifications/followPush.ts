import type { SessionRef, SessionSnapshot } from '../../machines/session/session.machine';
import {
  selectHasLoggedOut,
  selectIsRestoring,
  selectLastVisit,
  selectVisit,
} from '../../machines/session/session.select';
import type { Api, ApiOptions } from '../../services/api/api';
import { watchPageReturns, whenIdle } from '../../services/device/page';

const isGranted = () => 'Notification' in window && Notification.permission === 'granted';

/**
 * Keeps the push subscription in step with the session (DECISIONS P12): it is renewed after a start and ended when a session ends,
 * in any way. If the member has not logged out, their next login subscribes again (DECISIONS 361). The code is fetched only if the
 * member has allowed notices, and nothing waits for it.
 */
export function followPush(session: SessionRef, api: Api, apiOptions: ApiOptions, vapidPublicKey: string): void {
  let known = session.getSnapshot();
  const run = (task: (code: typeof import('./push')) => Promise<void>, failed = () => {}) => {
    if (!isGranted()) return;
    import('./push').then(task).catch((error) => {
      console.error('Push messages could not be set right', error);
      failed();
    });
  };
  /**
   * The app was opened without a network, or the server was down: it is tried again when the network is back, or the page is looked at
   * again. Until the next start the member would get no push messages, although the profile says that they are enabled.
   */
  const settleAgain = () => {
    const failed = selectLastVisit(known);
    const again = () => {
      stopWatching();
      removeEventListener('online', again);
      if (selectLastVisit(known) === failed) settle(known);
    };
    const stopWatching = watchPageReturns(again);
    addEventListener('online', again);
  };
  const settle = (snapshot: SessionSnapshot) => {
    const { claims, me } = snapshot.context;
    const isSignedIn = selectVisit(snapshot) !== null && me && claims;
    run(
      (code) =>
        isSignedIn
          ? code.renewSubscription(apiOptions, api, vapidPublicKey, { memberId: me.id, expiresAt: claims.exp * 1000 })
          : // Nobody is signed in: end a subscription that an expired session left behind, or a tab that was closed at once after Log Out.
            code.endPush(apiOptions, null, null, ({ expiresAt }) => expiresAt <= Date.now()),
      settleAgain,
    );
  };
  session.subscribe((now) => {
    const before = known;
    known = now;
    if (selectVisit(now) === selectVisit(before)) {
      // A new token of the same visit: push messages are shown in full until it expires.
      if (selectVisit(now) !== null && now.context.claims?.exp !== before.context.claims?.exp) settle(now);
      return;
    }
    const { token, me } = before.context;
    if (selectVisit(before) !== null)
      run((code) => code.endPush(apiOptions, token, me?.id ?? null, () => !selectHasLoggedOut(now)));
    if (selectVisit(now) !== null) whenIdle(() => selectLastVisit(known) === selectLastVisit(now) && settle(known));
  });
  whenIdle(() => !selectIsRestoring(known) && settle(known));
}
