import { type AnyEventObject, createActor, fromTransition } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Profile } from '../../../src/contract/people';
import type { NoticesRef } from '../../../src/machines/session/notices.machine';
import type { SessionRef } from '../../../src/machines/session/session.machine';
import { recorder } from '../../kit/walk';

/** Mira's profile as the server has confirmed it. */
export const mira: Profile = {
  id: '7',
  firstName: 'Mira',
  lastName: 'Shah',
  phoneNumber: '9876543210',
  username: 'member',
  roles: ['MEMBER'],
  casesCompleted: 3,
  hearts: 5,
  distanceTraveled: 12.34,
  availabilityStatus: 'Available',
  hasMedicineBox: false,
  hasVehicle: false,
  vehicleType: null,
  canProvideShelter: false,
  mustChangePassword: false,
};

/** A session that keeps a profile, and what it was told, oldest first. */
export function sessionWith(profile: Profile = mira) {
  const received: AnyEventObject[] = [];
  const actor = createActor(
    fromTransition(
      (state: { profile: Profile }, event: AnyEventObject) => {
        received.push(event);
        return event.type === 'profile.confirmed' ? { profile: { ...state.profile, ...event.fields } } : state;
      },
      { profile },
    ),
  ).start();
  return { ref: actor as unknown as SessionRef, received, profile: () => actor.getSnapshot().context.profile };
}

/** Whom the charts of the profile speak to. */
export const listeners = () => ({ session: sessionWith(), notices: recorder<NoticesRef>() });

/** How a call can fail. */
export const failures = {
  unreachable: new CallFailure('network', 0),
  broken: new CallFailure('refused', 500),
  worded: new CallFailure('refused', 400, 'The old password is wrong.'),
  unreadable: new CallFailure('unreadable', 200),
} as const;
