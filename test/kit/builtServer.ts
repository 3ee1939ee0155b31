import { build } from './built';

/** Server processes of tests are what `npm start` starts. */
export default () => build('Server');
