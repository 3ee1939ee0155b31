/** The body of a sign-up, with all fields of S1 §3. */
export const signupForm = (fields: object = {}) => ({
  firstName: 'Nila',
  lastName: 'Bose',
  phoneNumber: '9876543210',
  username: 'nila',
  password: 'kennel-42',
  address: '',
  motivation: '',
  hasVehicle: false,
  vehicleType: '',
  canProvideShelter: false,
  hasMedicineBox: false,
  experienceLevel: 'Beginner',
  latitude: null,
  longitude: null,
  ...fields,
});
