import type { ViewerSnapshot } from './viewer.machine';

/** The message whose picture is shown, or null while the viewer is closed. */
export const selectShown = (snapshot: ViewerSnapshot) => snapshot.context.message;
export const selectIsLoading = (snapshot: ViewerSnapshot) => snapshot.hasTag('loading');
export const selectHasFailed = (snapshot: ViewerSnapshot) => snapshot.hasTag('failed');
export const selectIsZoomed = (snapshot: ViewerSnapshot) => snapshot.hasTag('zoomed');
export const selectZoom = (snapshot: ViewerSnapshot) => snapshot.context.zoom;
