import { build } from './built';

/** Journeys run against the app as it is built for members. */
export default () => build('App');
