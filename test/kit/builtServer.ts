import { build } from './built';

/** Builds the production server, because tests start the same program as `npm start`. */
export default () => build('Server');
