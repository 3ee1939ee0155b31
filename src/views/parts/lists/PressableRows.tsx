import type { CustomContainerComponentProps } from 'virtua';

/**
 * The element around the rows of a virtual list. virtua lets no press reach the rows while the list scrolls and for a moment after: a
 * press that begins before and ends in that time would be lost.
 */
export const PressableRows = ({ style, ...props }: CustomContainerComponentProps) => (
  <div {...props} style={{ ...style, pointerEvents: 'auto' }} />
);
