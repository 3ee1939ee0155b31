import type { SessionRef, SessionSnapshot } from '../machines/session/session.machine';
import { selectIsRestoring, selectVisit } from '../machines/session/session.select';
import type { Api, ApiOptions } from '../services/api';
import { whenIdle } from '../services/page';

const isGranted = () => 'Notification' in window && Notification.permission === 'granted';

/**
 * Keeps the push subscription in step with the session (DECISIONS P12): it is renewed after a start and ended when a session ends,
 * in any way. The code is fetched only if the member has allowed notices, and nothing waits for it.
 */
export function followPush(session: SessionRef, api: Api, apiOptions: ApiOptions, vapidPublicKey: string): void {
  let known = session.getSnapshot();
  const run = (task: (code: typeof import('./push')) => Promise<void>) => {
    if (!isGranted()) return;
    import('./push').then(task).catch((error) => console.error('Push messages could not be set right', error));
  };
  const settle = (snapshot: SessionSnapshot) => {
    const { claims, me } = snapshot.context;
    const isSignedIn = selectVisit(snapshot) !== null && me && claims;
    run((code) =>
      isSignedIn
        ? code.renewSubscription(api, vapidPublicKey, { memberId: me.id, expiresAt: claims.exp * 1000 })
        : code.endPush(apiOptions, null, null),
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
    if (selectVisit(before) !== null) run((code) => code.endPush(apiOptions, token, me?.id ?? null));
    if (selectVisit(now) !== null) whenIdle(() => known.context.visit === now.context.visit && settle(known));
  });
  whenIdle(() => !selectIsRestoring(known) && settle(known));
}
