import type { Volunteer } from '../../../src/contract/volunteers';

/** A volunteer with a captain's role. */
export const volunteer = (change: Partial<Volunteer> = {}): Volunteer => ({
  id: 'tara',
  firstName: 'Tara',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  joinedSince: '2025-01-31',
  position: 'MEMBER',
  experienceLevel: 'Beginner',
  roles: ['ROLE_MEMBER', 'ROLE_RESCUE_CAPTAIN'],
  hasVehicle: true,
  vehicleType: 'Bike',
  canProvideShelter: false,
  hasMedicineBox: true,
  ...change,
});
