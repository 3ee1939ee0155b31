import { lazyPart } from '../../lazy';

/** The viewer. Its code comes with the first picture that is shown: a chat without pictures does not need it. */
export const ViewerPart = lazyPart(async () => (await import('./Viewer')).Viewer, undefined, false);
