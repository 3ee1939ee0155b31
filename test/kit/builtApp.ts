import { build } from './built';

/** Builds the production app, because journeys run against it. */
export default () => build('App');
